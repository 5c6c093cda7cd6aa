import type { Verb } from '../grammar/clause.ts'
import type { Generation } from '../session/generation.ts'
import { locateElement } from '../locating/locate-element.ts'

export async function dragElement(
  generation: Generation,
  { target, onto }: Extract<Verb, { kind: 'drag' }>,
): Promise<void> {
  const { place } = await locateElement(generation, target, ['press', 'see'])
  const { place: to } = await locateElement(generation, onto, ['press', 'see'])
  await generation.perform(target, { type: 'drag', ...place, to })
}
