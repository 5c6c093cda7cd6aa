import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Step } from './step.ts'

// Something that appears soon is seen soon, and something that takes long is not queried a hundred times a second.
const MIN_PAUSE_MS = 5
const MAX_PAUSE_MS = 50
// A query that takes longer found the page busy with something else, which may be over.
const MAX_QUERY_MS = 200

type Wait = Pick<Step, 'signal' | 'remainingMs'> & { page?: Page }

/**
 * Queries repeatedly until there is a result; undefined when the step's time is up. Where the wait is for a page, it
 * ends with that page.
 */
export async function waitUntil<Seen>(
  { signal, remainingMs, page }: Wait,
  look: (isLastLook: boolean) => Promise<Seen | undefined> | Seen | undefined,
): Promise<Seen | undefined> {
  let lookMs = 0
  for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(1.5 * pauseMs, MAX_PAUSE_MS)) {
    signal.throwIfAborted()
    const leftMs = remainingMs()
    // If this one is as slow as the previous one, no further one can begin in time.
    const isLastLook = leftMs <= pauseMs + lookMs
    const seen = await look(isLastLook)
    lookMs = Math.min(leftMs - remainingMs(), MAX_QUERY_MS)
    if (seen !== undefined || isLastLook) return seen
    if (page?.isClosed()) throw new Error('Target page, context or browser has been closed')
    await setTimeout(pauseMs, undefined, { signal })
  }
}
