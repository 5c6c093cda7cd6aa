import type { Locator } from 'playwright-core'
import { findElement } from '../../elements/find-elements.ts'
import type { ActionOf, Step } from '../../step.ts'
import type { Field } from './create-field-engine.ts'
import { askField } from './field-engine.ts'

export async function change(action: ActionOf<'change'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  const { value } = action
  // Asked concurrently, because asking first would delay every change of a field.
  const asked = askField(element, value, step.remainingMs())
  try {
    await element.fill(value, { timeout: step.remainingMs() })
  } catch (error) {
    const isSelect = String(error).includes('Element is not an <input>') && (await isDropDown(element))
    // The Recorder writes a choice in a drop-down as a change too.
    if (isSelect) return void (await element.selectOption(value, { timeout: step.remainingMs() }))
    if (String(error).includes('Cannot type text into input')) throw describeRefusal(await asked(), error)
    throw error
  }
  const field = await asked()
  if (field?.isRefused || field?.mostCharacters !== undefined) throw describeRefusal(field)
}

const isDropDown = async (element: Locator) => (await element.locator('xpath=self::select').count()) > 0

const forms: Record<string, string> = {
  date: 'a date as 2026-01-31',
  time: 'a time as 23:59',
  'datetime-local': 'a date and time as 2026-01-31T23:59',
  month: 'a month as 2026-01',
  week: 'a week as 2026-W05',
  color: 'a colour as #00ff7f',
  number: 'a number as 1234.5',
  range: 'a number between its ends, on one of its steps',
}

// The value is not repeated: what the field cut off would show a part of a secret.
function describeRefusal(field: Field | undefined, error?: unknown): unknown {
  if (field?.mostCharacters !== undefined)
    return new Error(`the field takes at most ${field.mostCharacters} characters, and the value has more`)
  const form = field && forms[field.type]
  if (form) return new Error(`the field did not take the value: a field of type ${field.type} takes ${form}`)
  return error ?? new Error('the field did not take the value')
}
