import type { Locator } from 'playwright-core'
import { findElement } from '../find-elements.ts'
import type { DomElement } from '../healing/dom.ts'
import type { ActionOf, Step } from '../step.ts'

export async function change(action: ActionOf<'change'>, step: Step): Promise<void> {
  const element = await findElement(step, action)
  const { value } = action
  // Asked in the same breath, since asking first costs every change of a field.
  const asked = askField(element, value, step.remainingMs())
  try {
    await element.fill(value, { timeout: step.remainingMs() })
  } catch (error) {
    const isSelect = String(error).includes('Element is not an <input>') && (await isDropDown(element))
    // The Recorder writes a choice in a drop-down as a change too.
    if (isSelect) return void (await element.selectOption(value, { timeout: step.remainingMs() }))
    if (String(error).includes('Cannot type text into input')) throw describeRefusal(await asked, error)
    throw error
  }
  const field = await asked
  if (field?.isRefused || field?.mostCharacters !== undefined) throw describeRefusal(field)
}

const isDropDown = async (element: Locator) => (await element.locator('xpath=self::select').count()) > 0

interface Field {
  type: string
  /** Whether such a field holds nothing at all of the value. */
  isRefused: boolean
  /** Where the value is longer than the field lets anybody type. */
  mostCharacters?: number
}

interface Control extends DomElement {
  control?: Control | null
  maxLength?: number
  setAttribute: (name: string, value: string) => void
  ownerDocument: { createElement: (name: string) => Control }
}

/**
 * What the browser itself does not take, by the rules of such a field: what a page's script makes of the value is the
 * page's own affair, and a field that it empties at once (a list of tags, a search) has done what it is for.
 */
function askField(element: Locator, value: string, timeoutMs: number): Promise<Field | null> {
  return element
    .evaluate(
      (found, text): Field | null => {
        const control = found as unknown as Control
        const field = control.control ?? control
        if (field.localName !== 'input' && field.localName !== 'textarea') return null
        const page = globalThis as unknown as {
          CSS: { supports: (property: string, value: string) => boolean }
        }
        const { type = '', maxLength = -1 } = field
        // Other kinds have the attribute in vain.
        const isBounded = /^(text|search|url|tel|email|password|textarea)$/.test(type)
        const probe = field.ownerDocument.createElement('input')
        probe.type = type
        for (const name of ['min', 'max', 'step']) {
          const bound = field.getAttribute(name)
          if (bound !== null) probe.setAttribute(name, bound)
        }
        probe.value = text.trim()
        const isRefused =
          field.localName === 'input' &&
          text.trim() !== '' &&
          (probe.value === '' ||
            // These two always hold something.
            (type === 'range' && Number(probe.value) !== Number(text)) ||
            (type === 'color' && probe.value === '#000000' && !page.CSS.supports('color', text.trim())))
        const isCut = isBounded && maxLength >= 0 && text.replaceAll('\r\n', '\n').length > maxLength
        return { type, isRefused, ...(isCut && { mostCharacters: maxLength }) }
      },
      value,
      { timeout: timeoutMs },
    )
    .catch(() => null)
}

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

// The value is not repeated: what the field cut off would leave a part of a secret.
function describeRefusal(field: Field | null, error?: unknown): unknown {
  if (field?.mostCharacters !== undefined)
    return new Error(`the field takes at most ${field.mostCharacters} characters, and the value has more`)
  const form = field && forms[field.type]
  if (form) return new Error(`the field did not take the value: a field of type ${field.type} takes ${form}`)
  return error ?? new Error('the field did not take the value')
}
