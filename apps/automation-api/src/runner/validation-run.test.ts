import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { deliveries } from '../db/tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import { ada } from './test-runner.ts'
import { fill, form, openValidationBed, read, send, write } from './test-validations.ts'

const { bed, open, generate, found, execute, validate } = openValidationBed()

test('steps that each find exactly one element pass, their data is returned, and no event is published', async () => {
  await generate(open(), fill, read, send)
  const [execution] = await validate()
  expect(execution).toMatchObject({
    status: 'completed',
    error: null,
    isValidation: true,
    extractedData: { total: '12.50 €' },
    steps: Array.from({ length: 4 }, () => ({ status: 'completed' })),
  })
  expect(await found()).toMatchObject({
    isDraft: false,
    validation: { status: 'passed', error: null, executionIds: [execution!.id] },
  })
  expect(bed.site.requests.filter((path) => path === '/sent')).toHaveLength(1)
  expect(await bed.service.services.db.select().from(deliveries).orderBy(asc(deliveries.id))).toEqual([])
})

/** The validation fails with this error, and nothing is submitted. */
const fails = async (error: string, ...inVain: string[]) => {
  const [execution] = await validate({}, ...inVain)
  expect(execution).toMatchObject({ status: 'failed', error })
  expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed', error } })
  expect(bed.site.requests).not.toContain('/sent')
}

describe('a step', () => {
  test('with two matching elements fails by name, and presses neither', async () => {
    bed.page = form.replace('</form>', '<button id="send">Send it all</button></form>')
    await generate(open(), { ...send, selectors: ['#send'] })
    await fails('Step "send" (click) failed: "#send" matches 2 elements, not one', 'send')
    // In an ordinary run, the first of them is used.
    const { id } = await createAutomation(bed.service.services, ada, {
      name: 'Written',
      actions: [open(), { ...send, selectors: ['#send'] }],
    })
    const { executionId } = await triggerAutomation(bed.service.services, ada, id, {})
    await execute(executionId)
    expect(await getExecution(bed.service.services, ada, executionId)).toMatchObject({ status: 'completed' })
  })

  test('with one selector that matches several elements fails, whatever the others find', async () => {
    bed.page = form.replace('</form>', '<button>Send it all</button></form>')
    await generate(open(), send)
    await fails('Step "send" (click) failed: "text/Send" matches 2 elements, not one', 'send')
  })

  test('whose selectors find different elements fails', async () => {
    bed.page = form.replace('id="send"', '').replace('<h1>', '<h1 id="send">')
    await generate(open(), send)
    const error = 'Step "send" (click) failed: its selectors match different elements, not one and the same'
    await fails(error, 'send')
  })

  test('without an element fails by name', async () => {
    await generate(open(), { ...send, selectors: ['#gone'] })
    await fails('Step "send" (click) failed: no element matches the selector within 60000 ms', 'send')
  })

  test.each(['.note', '.total, .note'])('that reads nothing, as %s, fails', async (selector) => {
    bed.page = bed.page.replace('12.50 €', ' ')
    await generate(open(), { ...read, selectors: [selector], multiple: selector !== '.note' })
    await fails('Step "read" (extractText) failed: the text is empty')
  })

  test('that waits for an element waits for exactly one', async () => {
    await generate(open(), { name: 'wait', type: 'waitForElement', selectors: ['p'] })
    await fails('Step "wait" (waitForElement) failed: "p" matches 2 elements, not one', 'wait')
  })
})

describe('a step passes', () => {
  test.each<[what: string, html: string, action: Action]>([
    [
      'with one selector that finds a part of what the other finds',
      form.replace('>Send<', '><b>Send</b><'),
      send,
    ],
    ['with selectors that find a field and its label', form, { ...fill, selectors: ['#who', 'text/Name'] }],
    [
      'with one selector that finds nothing and one that finds the element',
      form,
      { ...send, selectors: ['#gone', '#send'] },
    ],
    [
      'when only one element remains after a while',
      form.replace(
        '</form>',
        '</form><button id="send">Old</button><script>setTimeout(() => document.querySelectorAll("#send")[1].remove(), 150)</script>',
      ),
      send,
    ],
    ['that reads several elements, some of them empty', form, { ...read, selectors: ['p'], multiple: true }],
    [
      'that waits for the number of elements that it names',
      form,
      { name: 'wait', type: 'waitForElement', selectors: ['p'], count: 2, operator: '==' },
    ],
    ['that reads in a frame', write(`<iframe srcdoc='${form.replaceAll("'", '&#39;')}'></iframe>`), read],
  ])('%s', async (_what, html, action) => {
    bed.page = html
    await generate(open(), action)
    expect(await validate()).toMatchObject([{ status: 'completed', error: null }])
    expect(await found()).toMatchObject({ isDraft: false })
  })
})

describe('with an action to stop before', () => {
  test('a validation succeeds, and neither that action nor any later one is performed', async () => {
    await generate(open(), fill, send, { ...read, name: 'after', selectors: ['.never'] })
    const [execution] = await validate({ stopBefore: 'send' })
    expect(execution).toMatchObject({
      status: 'completed',
      error: null,
      steps: [
        { name: 'open', status: 'completed' },
        { name: 'fill', status: 'completed' },
        {
          name: 'send',
          status: 'skipped',
          startedAt: null,
          durationMs: null,
          error: null,
          // The final state of the page.
          screenshot: expect.stringContaining('/steps/3/') as string,
        },
        { name: 'after', status: 'skipped', startedAt: null },
      ],
    })
    expect(bed.site.requests).not.toContain('/sent')
    expect(await found()).toMatchObject({ isDraft: false, validation: { status: 'passed' } })
  })

  test('a validation fails where that action could not be performed', async () => {
    await generate(open(), fill, { ...send, selectors: ['#gone'] })
    const [execution] = await validate({ stopBefore: 'send' }, 'send')
    const error = 'Step "send" (click) failed: no element matches the selector within 60000 ms'
    expect(execution).toMatchObject({
      status: 'failed',
      error,
      steps: [{ status: 'completed' }, { status: 'completed' }, { status: 'failed' }],
    })
    expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed', error } })
  })
})
