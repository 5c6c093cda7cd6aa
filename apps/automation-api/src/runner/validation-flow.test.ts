import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { openValidationBed, write } from './test-validations.ts'

const { bed, open, generate, found, validate } = openValidationBed()

const shop = (body: string) =>
  write(`<h1>Lamps</h1><ul><li><b>Reed</b> <i>10 €</i></li><li><b>Moss</b> <i>20 €</i></li></ul>
    <button class="more" onclick="this.remove()">More</button><p class="said">-</p>${body}`)
beforeEach(() => {
  bed.page = shop('')
})

const lamps: Action = {
  name: 'lamps',
  type: 'extract',
  rows: ['li'],
  fields: { name: { selectors: ['b'] }, price: { selectors: ['i'], type: 'money' } },
  output: 'lamps',
}
const more: Action = { name: 'more', type: 'click', selectors: ['.more'] }
const reading: Action = {
  name: 'each lamp',
  type: 'forEach',
  in: 'lamps',
  as: 'lamp',
  steps: [{ name: 'its name is shown', type: 'assert', text: '${lamp.name}' }],
}
const moreLamps = (...steps: Action[]): Action => ({
  name: 'all of them',
  type: 'repeat',
  while: { present: ['.more'] },
  timeoutMs: 1000,
  steps,
})

/** The validation fails with this error, and the automation stays a draft. */
async function fails(error: string, ...inVain: string[]): Promise<void> {
  const [execution] = await validate({}, ...inVain)
  expect(execution).toMatchObject({ status: 'failed', error: expect.stringContaining(error) })
  expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed' } })
}

describe('a validation of steps within others', () => {
  test('passes where each finds one element, and returns what they have read', async () => {
    const banner: Action = {
      name: 'banner',
      type: 'click',
      selectors: ['#banner'],
      optional: true,
    }
    const choice: Action = {
      name: 'sold out?',
      type: 'if',
      condition: { text: 'Sold out' },
      steps: [{ name: 'never', type: 'click', selectors: ['#gone'] }],
      else: [{ name: 'read', type: 'extractText', selectors: ['.said'], output: 'said' }],
    }
    await generate(open(), banner, moreLamps(more), lamps, reading, choice)
    const [execution] = await validate({}, 'banner')
    expect(execution).toMatchObject({
      status: 'completed',
      error: null,
      extractedData: { lamps: [{ name: 'Reed' }, { name: 'Moss' }], said: '-' },
    })
    expect(execution!.steps.map(({ id, status, runs }) => [id, status, runs])).toEqual([
      ['1', 'completed', 1],
      ['2', 'skipped', 1],
      ['3', 'completed', 1],
      ['3.1', 'completed', 1],
      ['4', 'completed', 1],
      ['5', 'completed', 1],
      ['5.1', 'completed', 2],
      ['6', 'completed', 1],
      ['6.1', 'skipped', 0],
      ['6.else.1', 'completed', 1],
    ])
    expect(await found()).toMatchObject({ isDraft: false, validation: { status: 'passed' } })
  })

  test('fails by the name and the round of one that finds two elements', async () => {
    bed.page = shop('<button class="more">More</button>')
    await generate(open(), moreLamps(more))
    const error =
      'Step "more" (click) failed in round 1 of "all of them": ".more" matches 2 elements, not one'
    await fails(error, 'more')
  })

  test('fails where a list has rows, and no value in any of them', async () => {
    await generate(open(), { ...lamps, fields: { name: { selectors: ['em'] } } })
    await fails('Step "lamps" (extract) failed: every value of the list is empty')
  })

  test.each([
    ['more', 'completed', 'within another one'],
    ['all of them', 'skipped', 'that has others within it'],
  ])('performs nothing from “%s” on, whose outer step is then %s: a step %s', async (stopBefore, outer) => {
    await generate(open(), lamps, moreLamps(more), reading)
    const [execution] = await validate({ stopBefore })
    expect(execution).toMatchObject({ status: 'completed', error: null })
    expect(execution!.steps.map(({ name, status }) => [name, status])).toEqual([
      ['open', 'completed'],
      ['lamps', 'completed'],
      ['all of them', outer],
      ['more', 'skipped'],
      ['each lamp', 'skipped'],
      ['its name is shown', 'skipped'],
    ])
    expect(await found()).toMatchObject({ isDraft: false })
  })

  test('performs nothing after a step within another one that was not its turn', async () => {
    const never: Action = {
      name: 'sold out?',
      type: 'if',
      condition: { text: 'Sold out' },
      steps: [{ name: 'pay', type: 'click', selectors: ['#pay'] }],
    }
    await generate(open(), never, more)
    const [execution] = await validate({ stopBefore: 'pay' })
    expect(execution).toMatchObject({ status: 'completed', error: null })
    expect(execution!.steps.at(-1)).toMatchObject({ name: 'more', status: 'skipped' })
  })
})
