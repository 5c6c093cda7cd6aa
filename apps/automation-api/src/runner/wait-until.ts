import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Step } from './step.ts'

const POLL_INTERVAL_MS = 50

type Wait = Pick<Step, 'signal' | 'remainingMs'> & { page?: Page }

/**
 * Looks again and again until there is something to see; undefined when the step's time is up. Where the wait is about
 * a page, it ends with that page.
 */
export async function waitUntil<Seen>(
  { signal, remainingMs, page }: Wait,
  look: (isLastLook: boolean) => Promise<Seen | undefined> | Seen | undefined,
): Promise<Seen | undefined> {
  while (true) {
    signal.throwIfAborted()
    const isLastLook = remainingMs() <= POLL_INTERVAL_MS
    const seen = await look(isLastLook)
    if (seen !== undefined || isLastLook) return seen
    if (page?.isClosed()) throw new Error('Target page, context or browser has been closed')
    await setTimeout(POLL_INTERVAL_MS, undefined, { signal })
  }
}
