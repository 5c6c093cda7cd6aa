import { setTimeout } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import type { Selector } from './selectors.ts'
import { toLocator } from './selectors.ts'
import type { Step } from './step.ts'

const POLL_INTERVAL_MS = 50

/**
 * Waits for the one element meant. An alternative with a single visible match wins; one with several is ambiguous and
 * is taken, by its first match, only when no other could do better: all are ambiguous, or time is up.
 */
export async function findElement(step: Step, selectors: Selector[]): Promise<Locator> {
  const found = await poll(step, selectors, (counts, isLastLook) => {
    const unique = counts.indexOf(1)
    if (unique !== -1) return unique
    return isLastLook || !counts.includes(0) ? counts.findIndex((count) => count > 0) : -1
  })
  if (!found) throw await notFound(step, selectors)
  return found.first()
}

/** Waits for any visible match and gives all those of the first alternative that has some. */
export async function findElements(step: Step, selectors: Selector[]): Promise<Locator> {
  const found = await poll(step, selectors, (counts) => counts.findIndex((count) => count > 0))
  if (!found) throw await notFound(step, selectors)
  return found
}

/** Waits until no alternative has a visible match: the elements are hidden or gone. */
export async function waitUntilHidden(step: Step, selectors: Selector[]): Promise<void> {
  const hidden = await poll(step, selectors, (counts) => (counts.some((count) => count > 0) ? -1 : 0))
  if (!hidden) throw new Error(`an element that matches is still visible after ${step.timeoutMs} ms`)
}

// Looks at all alternatives together until `choose` gives the index of one; undefined when time is up.
async function poll(
  step: Step,
  selectors: Selector[],
  choose: (counts: number[], isLastLook: boolean) => number,
): Promise<Locator | undefined> {
  const alternatives = selectors.map((selector) => toLocator(step.page, selector).filter({ visible: true }))
  while (true) {
    step.signal.throwIfAborted()
    const counts = await Promise.all(alternatives.map((alternative) => alternative.count()))
    const isLastLook = step.remainingMs() <= POLL_INTERVAL_MS
    const chosen = alternatives[choose(counts, isLastLook)]
    if (chosen || isLastLook) return chosen
    await setTimeout(POLL_INTERVAL_MS, undefined, { signal: step.signal })
  }
}

async function notFound(step: Step, selectors: Selector[]): Promise<Error> {
  const counts = await Promise.all(selectors.map((selector) => toLocator(step.page, selector).count()))
  const element = counts.some((count) => count > 0) ? 'visible element' : 'element'
  const selector = selectors.length === 1 ? 'the selector' : `any of ${selectors.length} selectors`
  return new Error(`no ${element} matches ${selector} within ${step.timeoutMs} ms`)
}
