import { createBatcher } from '@waypost/concurrency'

export interface HintsOptions {
  /** How many are remembered of which somebody has proved that they are his. */
  mostProved?: number
  /** How many others are. */
  mostUnproved?: number
}

/** What was found for texts, which may be out of date by the time that it is used. */
export interface Hints<Found> {
  get(text: string): Promise<Found>
  /** Asks, whatever is remembered. */
  ask(text: string): Promise<Found>
  /** Notes that somebody has proved a text to be his: no number of others displaces it. */
  prove(text: string): void
}

const askedTogether = { concurrency: 1, maxItems: 500, failsTogether: true }

/**
 * Remembers what was found for a text. Strangers may ask for as many texts as they like: simultaneous ones are found
 * together, one batch after the other, and what they ask for displaces only what nobody has proved either.
 *
 * @param find asks for texts, each once; returns what it found in their order
 */
export function createHints<Found>(
  find: (texts: string[]) => Promise<Found[]>,
  { mostProved = 100_000, mostUnproved = 10_000 }: HintsOptions = {},
): Hints<Found> {
  const proved = new Map<string, Found>()
  const unproved = new Map<string, Found>()
  const findOne = createBatcher(async (texts: string[]) => {
    const distinct = [...new Set(texts)]
    const found = await find(distinct)
    const byText = new Map(distinct.map((text, index) => [text, found[index]!]))
    return texts.map((text) => byText.get(text)!)
  }, askedTogether)
  const ask = async (text: string): Promise<Found> => {
    const found = await findOne(text)
    if (proved.has(text)) keep(proved, mostProved, text, found)
    else keep(unproved, mostUnproved, text, found)
    return found
  }
  return {
    ask,
    async get(text) {
      if (proved.has(text)) return keep(proved, mostProved, text, proved.get(text)!)
      if (unproved.has(text)) return keep(unproved, mostUnproved, text, unproved.get(text)!)
      return ask(text)
    },
    prove(text) {
      if (!unproved.has(text)) return
      keep(proved, mostProved, text, unproved.get(text)!)
      unproved.delete(text)
    },
  }
}

function keep<Found>(kept: Map<string, Found>, most: number, text: string, found: Found): Found {
  // A Map iterates in insertion order: the first entry is the one that was used longest ago.
  kept.delete(text)
  kept.set(text, found)
  if (kept.size > most) kept.delete(kept.keys().next().value!)
  return found
}
