import type { Clause } from '../grammar/clause.ts'
import { findIrreversible, refuseIrreversible } from '../session/check-reversible.ts'
import type { Generation } from '../session/generation.ts'
import { isByPlace } from '../page/xpath-text.ts'
import { locateElement } from '../locating/locate-element.ts'

const MOST_ROUNDS = 200
// What a click loads is waited for before it is decided that the element is gone.
const GONE_AFTER_MS = 3000

/** Clicks an element a number of times, or as long as it is there. It is tried out once. */
export async function pressAgain(
  generation: Generation,
  { target, times, text }: Extract<Clause, { kind: 'again' }>,
): Promise<void> {
  const { item, place } = await locateElement(generation, target, ['press'])
  if (await findIrreversible(item)) throw refuseIrreversible(text)
  const steps = await generation.collect(() => generation.perform(target, { type: 'click', ...place }))
  const { selectors, frame } = place
  // What takes its place once it is gone is another element.
  const named = selectors.filter((selector) => !isByPlace(selector))
  const present = named.length > 0 ? named : selectors
  generation.write(target, {
    type: 'repeat',
    ...(times === undefined
      ? {
          while: { present, ...(frame && { frame }) },
          max: MOST_ROUNDS,
          timeoutMs: GONE_AFTER_MS,
        }
      : { times }),
    steps,
  })
}
