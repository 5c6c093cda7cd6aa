import type { Clock } from './clock.ts'
import { TimeoutError } from './errors.ts'

export interface WaitOptions {
  /** After this time a TimeoutError is thrown. */
  timeoutMs?: number | undefined
  /** Between two polls. */
  pollMs?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * Calls `find` repeatedly until it finds something.
 *
 * @param options `findWaits`: whether `find` may wait itself, so that its time counts as part of the pause after it
 * @throws TimeoutError that names what was waited for
 */
export async function poll<Found>(
  clock: Clock,
  what: string,
  {
    timeoutMs,
    pollMs,
    signal,
    findWaits = false,
  }: { timeoutMs: number; pollMs: number; signal: AbortSignal | undefined; findWaits?: boolean },
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const deadline = clock.now() + timeoutMs
  for (;;) {
    const begin = clock.now()
    const found = await find()
    if (found !== undefined) return found
    const now = clock.now()
    const leftMs = deadline - now
    if (leftMs <= 0) throw new TimeoutError(`Waited ${timeoutMs} ms in vain for ${what}`)
    const pauseMs = Math.min(findWaits ? pollMs - (now - begin) : pollMs, leftMs)
    if (pauseMs > 0) await clock.wait(pauseMs, signal)
  }
}
