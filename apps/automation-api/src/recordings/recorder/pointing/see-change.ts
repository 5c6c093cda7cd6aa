import { setTimeout as pause } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { lookAgain, type Seen } from './point-at.ts'

const WITHIN_MS = 500
const EVERY_MS = 40

/**
 * How an element is once it has changed, which a page may do a moment after the input; or how it is without a change.
 * Undefined where it is gone.
 */
export async function seeChange(
  locator: Locator,
  hasChanged: (now: Seen) => boolean,
): Promise<Seen | undefined> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const now = await lookAgain(locator)
    if (!now || hasChanged(now) || performance.now() > until) return now
    await pause(EVERY_MS)
  }
}
