import type { Frame, Locator } from 'playwright-core'
import { findAlternatives } from './alternatives.ts'
import { type Surveyed, surveyAround, surveyElement } from './collect.ts'
import { chooseLookalikes, purposeOf } from './lookalikes.ts'
import type { Recorded } from './recorded.ts'
import type { Wanted } from './in-page/survey-page.ts'

export const NOTHING_WANTED: Wanted = { exact: '', bare: '', called: [] }

const usualMs = 2000

/**
 * The stored description of an element that a successful step has used.
 *
 * @param timeoutMs for each question to the page
 */
export async function recordElement(
  locator: Locator,
  { frame = locator.page().mainFrame(), timeoutMs = usualMs }: { frame?: Frame; timeoutMs?: number } = {},
): Promise<Recorded> {
  return toRecorded(frame, await surveyElement(locator, NOTHING_WANTED, { frame, timeoutMs }), timeoutMs)
}

/**
 * Of the element that was last described in this frame.
 *
 * @param timeoutMs for each question to the page, which leaves out selectors that it does not confirm by then
 */
export async function toRecorded(
  frame: Frame,
  surveyed: Surveyed,
  timeoutMs: number = usualMs,
): Promise<Recorded> {
  const { fingerprint, isEditable, isSubmit, path, others, row } = surveyed
  const [alternatives, around] = await Promise.all([
    findAlternatives(frame, { fingerprint, path }, timeoutMs),
    surveyAround(frame, purposeOf(surveyed), timeoutMs),
  ])
  const lookalikes = chooseLookalikes(surveyed, around)
  return { fingerprint, isEditable, isSubmit, alternatives, others, lookalikes, ...(row && { row }) }
}
