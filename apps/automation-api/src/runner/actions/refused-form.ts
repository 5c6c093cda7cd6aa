import { setTimeout } from 'node:timers/promises'
import type { Frame, JSHandle, Locator } from 'playwright-core'
import type { DomElement } from '../healing/dom.ts'

interface FormElement extends DomElement {
  labels?: Iterable<FormElement> | null
  validationMessage?: string
  name?: string
}

interface FormEvent {
  target: FormElement
  isTrusted: boolean
  eventPhase: number
  defaultPrevented: boolean
}

interface FormRoot {
  addEventListener: (type: string, listen: (event: FormEvent) => void, capture: boolean) => void
  removeEventListener: FormRoot['addEventListener']
}

type Refused = { field: string; message: string }
type Watch = { end: () => Refused | undefined }

// It was asked for before the press, so after it the answer is there, unless the page is another one now.
const BEGUN_WITHIN_MS = 250

/** Watches whether a press makes the browser refuse to send a form. */
export interface FormWatch {
  /** Throws where the browser's own validation kept the form from being sent; waits for no page. */
  settle: () => Promise<void>
}

/**
 * The press is on this element. Nobody waits for it to begin: it takes fewer questions to the page than a press, which
 * first waits for its element to stand still.
 */
export function watchForm(element: Locator, timeoutMs: number): FormWatch {
  return settleLater(element.evaluateHandle(watchInPage, null, { timeout: timeoutMs }))
}

/** The press is of a key, on whatever has the focus. */
export async function watchFocusedForm(frame: Frame, timeoutMs: number): Promise<FormWatch> {
  // The document itself, which is in no form, where nothing has the focus: there is nothing to wait for.
  const focused = frame.locator(':root, :focus').last()
  const beginning = focused.evaluateHandle(watchInPage, null, { timeout: timeoutMs })
  await beginning.catch(() => {})
  return settleLater(beginning)
}

function settleLater(beginning: Promise<JSHandle<Watch | null>>): FormWatch {
  // The element, or the page, can go at any moment, and then the form has gone with it.
  const begun = beginning.catch(() => undefined)
  return {
    async settle() {
      const watch = await Promise.race([begun, setTimeout(BEGUN_WITHIN_MS, undefined, { ref: false })])
      // For nothing, this asks no page: a press of a link does not wait for another question.
      if (!watch || (await watch.jsonValue().catch(() => null)) === null) return
      const refused = await watch.evaluate((found) => found?.end()).catch(() => undefined)
      void watch.dispose().catch(() => {})
      if (refused)
        throw new Error(
          `the form was not sent: the browser refused its field “${refused.field}”: ${refused.message}`,
        )
    },
  }
}

/**
 * The browser validates a form, if it does, in the same breath in which the press takes effect: when no listener is
 * about to hear of the press any more, and before anything else that the page has planned. An `invalid` event at any
 * other time comes of the page's own asking. Nothing is known where the form takes care of itself.
 */
function watchInPage(element: unknown): Watch | null {
  const pressed = element as FormElement & { form?: DomElement | null }
  const button = pressed.closest('button, input')
  const form = button?.form
  if (!button || !form || form.hasAttribute('novalidate')) return null
  const root = pressed.getRootNode() as unknown as FormRoot
  let press: FormEvent | undefined
  let refused: Refused | undefined
  const hear = (event: FormEvent) => {
    press = event
    // Planned before anything that the page may plan.
    globalThis.setTimeout(() => (press = undefined))
  }
  const name = (field: FormElement) => {
    const [label] = field.labels ?? []
    const names = [
      label?.textContent,
      field.getAttribute('aria-label'),
      field.getAttribute('placeholder'),
      field.getAttribute('name'),
      field.getAttribute('id'),
    ]
    return (names.find((each) => each?.trim()) ?? field.localName).trim().slice(0, 100)
  }
  const refuse = ({ target }: FormEvent) => {
    if (!press || press.eventPhase !== 0 || press.defaultPrevented) return
    refused ??= { field: name(target), message: target.validationMessage ?? '' }
  }
  const events = ['click', 'keydown', 'keypress']
  for (const type of events) root.addEventListener(type, hear, true)
  root.addEventListener('invalid', refuse, true)
  return {
    end() {
      for (const type of events) root.removeEventListener(type, hear, true)
      root.removeEventListener('invalid', refuse, true)
      return refused
    },
  }
}
