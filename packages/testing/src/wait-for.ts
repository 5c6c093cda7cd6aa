import { setTimeout } from 'node:timers/promises'

// Looking may be a request and a query, which every 10 ms would take from the processor what is waited for. So a
// wait is longer by a tenth at most.
const [shortestMs, longestMs] = [10, 100]

/**
 * Waits until `find` gives something other than `undefined` or `false`.
 *
 * @param timeoutMs the limit, after which it throws an error that names what it waited for
 */
export async function waitFor<Found>(
  what: string,
  find: () => Promise<Found | undefined | false> | Found | undefined | false,
  timeoutMs = 300_000,
): Promise<Found> {
  const startedAt = Date.now()
  for (;;) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    const waitedMs = Date.now() - startedAt
    if (waitedMs > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await setTimeout(Math.min(Math.max(waitedMs / 10, shortestMs), longestMs))
  }
}
