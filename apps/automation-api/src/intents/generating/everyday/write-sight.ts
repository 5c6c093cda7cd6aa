import { locate } from '../locating/locate.ts'
import { resolveElement } from '../locating/locate-element.ts'
import type { Generation } from '../session/generation.ts'
import { writePlace } from '../steps/compile-wait.ts'
import type { Place } from '../locating/write-selectors.ts'

/** How to tell that something is on the page: by its name, and never by its place. */
export async function writeSight(generation: Generation, phrase: string): Promise<Place> {
  const wanted = generation.fill(phrase)
  const { found } = await locate(generation, (items) => resolveElement(items, wanted, ['see']))
  return writePlace(generation, phrase, found)
}
