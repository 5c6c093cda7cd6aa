import { setTimeout } from 'node:timers/promises'
import type { Generation } from '../session/generation.ts'
import type { Item } from '../page/survey-page.ts'
import { GenerationFailed } from '../session/failure.ts'

/** The result of one survey of the page, with a key to compare it with the next. */
export type Seen<Found> = { found: Found; key: string } | { problem: Error; isDoubt: boolean }

const BETWEEN_MS = 120
// An element that is ambiguous now will rarely be unambiguous in a moment.
const DOUBT_MS = 1500
// Where a single survey takes all the time there is, the page may have been seen before it had loaded.
const FEWEST_LOOKS = 2

/**
 * Surveys the page until the result is the same twice in a row, because pages go on changing after they loaded.
 *
 * @throws the last problem, once the time of a step is over
 */
export async function locate<Found>(
  generation: Generation,
  look: (items: Item[]) => Seen<Found>,
): Promise<{ found: Found; items: Item[] }> {
  const startedAt = performance.now()
  let before: string | undefined
  for (let looks = 1; ; looks += 1) {
    await generation.settle()
    const { items, seen } = await surveyAnd(look, generation)
    if ('found' in seen) {
      // A page that never stops changing is taken as it is.
      const isLate = performance.now() - startedAt > generation.stepTimeoutMs
      if (seen.key === before || isLate) return { found: seen.found, items }
      before = seen.key
    } else {
      before = undefined
      const patienceMs = seen.isDoubt
        ? Math.min(DOUBT_MS, generation.stepTimeoutMs)
        : generation.stepTimeoutMs
      if (looks >= FEWEST_LOOKS && performance.now() - startedAt > patienceMs) throw seen.problem
    }
    await setTimeout(BETWEEN_MS, undefined, { signal: generation.signal })
  }
}

/** A page that does not answer now may answer later. */
async function surveyAnd<Found>(
  look: (items: Item[]) => Seen<Found>,
  generation: Generation,
): Promise<{ items: Item[]; seen: Seen<Found> }> {
  let items: Item[]
  try {
    items = await generation.survey()
  } catch (error) {
    if (!(error instanceof GenerationFailed)) throw error
    return { items: [], seen: { problem: error, isDoubt: false } }
  }
  return { items, seen: look(items) }
}

export const keyOf = (item: Item) => `${item.frame.url()} ${item.xpath} ${item.name}`

const STILL_MS = 3000

/** The page when it has stopped changing, or after a while. */
export async function surveyStill(generation: Generation): Promise<Item[]> {
  const startedAt = performance.now()
  let before: string | undefined
  for (;;) {
    await generation.settle()
    const items = await generation.survey()
    const now = items.map((item) => `${keyOf(item)} ${item.text}`).join('\n')
    if (now === before || performance.now() - startedAt > STILL_MS) return items
    before = now
    await setTimeout(BETWEEN_MS, undefined, { signal: generation.signal })
  }
}
