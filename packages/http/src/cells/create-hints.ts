import { createSingleFlight } from '@waypost/concurrency'

const mostKept = 100_000

/**
 * Remembers what was found for a text. It may be out of date by the time that it is used.
 *
 * @param find asks for it
 */
export function createHints<Found>(
  find: (text: string) => Promise<Found>,
  most = mostKept,
): {
  get(text: string): Promise<Found>
  /** Asks, whatever is remembered. */
  ask(text: string): Promise<Found>
} {
  const kept = new Map<string, Found>()
  const once = createSingleFlight<Found>()
  const keep = (text: string, found: Found): Found => {
    // A Map iterates in insertion order: the first entry is the one that was used longest ago.
    kept.delete(text)
    kept.set(text, found)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return found
  }
  const ask = async (text: string): Promise<Found> => keep(text, await find(text))
  return {
    ask,
    get: async (text) => (kept.has(text) ? keep(text, kept.get(text)!) : once(text, () => ask(text))),
  }
}
