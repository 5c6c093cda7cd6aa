import type { Frame, Locator } from 'playwright-core'
import { findAlternatives } from './alternatives.ts'
import { takeFingerprint } from './collect.ts'
import type { Recorded } from './heal-element.ts'

/** What to keep of an element that a good step has used. */
export async function recordElement(
  locator: Locator,
  options: { frame?: Frame; timeoutMs?: number } = {},
): Promise<Recorded> {
  const { frame = locator.page().mainFrame() } = options
  const { fingerprint, isEditable, isSubmit, path } = await takeFingerprint(locator, options)
  const alternatives = await findAlternatives(frame, { fingerprint, path })
  return { fingerprint, isEditable, isSubmit, alternatives }
}
