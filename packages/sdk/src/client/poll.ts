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
 * @throws TimeoutError that names what was waited for
 */
export async function poll<Found>(
  clock: Clock,
  what: string,
  { timeoutMs, pollMs, signal }: { timeoutMs: number; pollMs: number; signal: AbortSignal | undefined },
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const deadline = clock.now() + timeoutMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    const leftMs = deadline - clock.now()
    if (leftMs <= 0) throw new TimeoutError(`Waited ${timeoutMs} ms in vain for ${what}`)
    await clock.wait(Math.min(pollMs, leftMs), signal)
  }
}
