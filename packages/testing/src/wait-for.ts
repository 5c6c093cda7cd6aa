import { setTimeout } from 'node:timers/promises'

/**
 * Waits until `find` gives something other than `undefined` or `false`.
 *
 * @param timeoutMs the limit, after which it throws an error that names what it waited for
 */
export async function waitFor<Found>(
  what: string,
  find: () => Promise<Found | undefined | false> | Found | undefined | false,
  timeoutMs = 60_000,
): Promise<Found> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await setTimeout(10)
  }
}
