import { locate } from '../steps/locate.ts'
import { resolveElement } from '../steps/locate-element.ts'
import type { Generation } from '../steps/generation.ts'
import { writePlace } from '../steps/compile-wait.ts'
import type { Place } from '../steps/write-selectors.ts'

/** How to tell that something is on the page: by its name, and never by its place. */
export async function writeSight(generation: Generation, phrase: string): Promise<Place> {
  const wanted = generation.fill(phrase)
  const { found } = await locate(generation, (items) => resolveElement(items, wanted, ['see']))
  return writePlace(generation, phrase, found)
}
