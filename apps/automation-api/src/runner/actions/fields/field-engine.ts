import { setTimeout } from 'node:timers/promises'
import type { Frame, Locator } from 'playwright-core'
import { registerEngine } from '../../healing/register-engine.ts'
import { createFieldEngine, type Field, type Refused } from './create-field-engine.ts'

/*
 * What fields and forms report while a step uses them. Playwright's own `evaluate` sets itself up in the page's world
 * at its first use in a document, which takes longer than the step; the world of selector engines is set up already.
 */

const NAME = 'waypostField'

await registerEngine(NAME, createFieldEngine)

// Each query was sent before the step acted, so its result is there after the step, unless the page has navigated.
const ANSWERED_WITHIN_MS = 250
// What was found a moment ago is there, unless the page has navigated; a busy machine may take long to read it.
const READ_WITHIN_MS = 5000

const orNothing = <Answer>(answer: Promise<Answer | undefined>): Promise<Answer | undefined> =>
  Promise.race([answer, setTimeout(ANSWERED_WITHIN_MS, undefined, { ref: false })])

/**
 * Asks how much of a value the field accepts; the result is undefined for any other element. Returns a function that
 * waits for the result.
 */
export function askField(
  element: Locator,
  value: string,
  timeoutMs: number,
): () => Promise<Field | undefined> {
  const written = encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')
  const asked = element
    .locator(`${NAME}=takes=${written}`)
    .textContent({ timeout: timeoutMs })
    .then((text) => (JSON.parse(text ?? 'null') as Field | null) ?? undefined)
    .catch(() => undefined)
  return () => orNothing(asked)
}

/** Throws where the browser's own validation prevented the press from submitting the form. */
export type FormCheck = () => Promise<void>

/**
 * Watches the form of the pressed element. Nothing waits for the watch to begin: it needs fewer round trips to the
 * page than a press, which first waits for its element to be stable.
 */
export function watchForm(element: Locator): FormCheck {
  // Caught at once: where the press fails, nobody asks for the form any more.
  const watching = element
    .locator(`${NAME}=press`)
    .count()
    .catch(() => 0)
  return () => checkForm(watching, element)
}

/** Watches the form of the focused element in the frame. */
export async function watchFocusedForm(frame: Frame): Promise<FormCheck> {
  const page = frame.locator(':root')
  const watched = await page
    .locator(`${NAME}=key`)
    .count()
    .catch(() => 0)
  return () => checkForm(Promise.resolve(watched), page)
}

async function checkForm(watching: Promise<number>, element: Locator): Promise<void> {
  const watched = await orNothing(watching)
  if (!watched) return
  const refused = element.locator(`${NAME}=refused`)
  // Where the page or the element is gone, so is the form.
  if ((await refused.count().catch(() => 0)) === 0) return
  const text = await refused.textContent({ timeout: READ_WITHIN_MS }).catch(() => null)
  if (text === null) return
  const { field, message } = JSON.parse(text) as Refused
  throw new Error(`the form was not sent: the browser refused its field “${field}”: ${message}`)
}
