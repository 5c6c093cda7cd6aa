import type { Clock } from './clock.ts'
import { TimeoutError } from './errors.ts'

export interface WaitOptions {
  /** After it a TimeoutError is thrown. */
  timeoutMs?: number | undefined
  /** Between two looks. */
  pollMs?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * Looks again and again until `find` finds something.
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
