import type { Expectation } from '../grammar/clause.ts'
import type { Unnamed, Generation } from '../session/generation.ts'
import { writeSight } from './write-sight.ts'

/** A step that fails the run unless the page is as a text expects it. */
export async function expectPage(generation: Generation, expected: Expectation): Promise<void> {
  if ('shows' in expected)
    return void (await generation.perform(expected.shows, { type: 'assert', text: expected.shows }))
  if ('url' in expected)
    return void (await generation.perform(expected.url, { type: 'assert', url: expected.url }))
  const called = 'present' in expected ? expected.present : `no ${expected.absent}`
  const step: Unnamed =
    'present' in expected
      ? { type: 'assert', ...(await writeSight(generation, expected.present)) }
      : { type: 'assert', selectors: [`text/${expected.absent}`], count: 0 }
  await generation.perform(called, step)
}
