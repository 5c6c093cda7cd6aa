import type { AutomationApi } from '@waypost/sdk'
import { describe, expect, test } from 'vitest'
import { findAt, spliceAt, startOf } from './place.ts'

const click = (name: string): AutomationApi.Action => ({ name, type: 'click', selectors: [`#${name}`] })
const choice = (steps: AutomationApi.Action[], otherwise: AutomationApi.Action[]): AutomationApi.Action => ({
  name: 'choice',
  type: 'if',
  condition: { present: ['#one'] },
  steps,
  else: otherwise,
})
const actions = [click('first'), choice([click('yes')], [click('no'), click('never')]), click('last')]

describe('the place of a step', () => {
  test('leads to a step, also within others', () => {
    expect(findAt(actions, '2')?.name).toBe('last')
    expect(findAt(actions, '1.else.1')?.name).toBe('never')
    expect(findAt(actions, '1.steps.3')).toBeUndefined()
    expect(findAt(actions, '3')).toBeUndefined()
  })

  test('takes other steps', () => {
    expect(spliceAt(actions, '1.else.0', 0, click('new'))[1]).toMatchObject({
      steps: [{ name: 'yes' }],
      else: [{ name: 'new' }, { name: 'no' }, { name: 'never' }],
    })
    expect(spliceAt(actions, '0', 1, click('new')).map(({ name }) => name)).toEqual(['new', 'choice', 'last'])
  })
})

describe('a preview', () => {
  test('begins after the step before, or before a step within another one', () => {
    expect(startOf(actions, actions, '3')).toEqual({ afterStep: 'last' })
    expect(startOf(actions, actions, '1.steps.0')).toEqual({ beforeStep: 'yes' })
  })

  test('may show a step that is not stored as it is now, and no steps before it', () => {
    const changed = spliceAt(actions, '1.steps.0', 1, click('changed'))
    expect(startOf(actions, changed, '1.steps.0')).toEqual({ beforeStep: 'yes' })
    expect(startOf(actions, changed, '1.else.0')).toBeUndefined()
    expect(startOf(actions, changed, '2')).toBeUndefined()
    const added = spliceAt(actions, '1.steps.1', 0, click('added'))
    expect(startOf(actions, added, '1.steps.1')).toBeUndefined()
  })
})
