import { setTimeout } from 'node:timers/promises'
import { singular } from '../page/fold-text.ts'
import type { Clause } from '../grammar/clause.ts'
import { findIrreversible, refuseIrreversible } from '../session/check-reversible.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { findNext } from './find-next.ts'
import { type ListStep, toList } from './to-list.ts'
import { unname } from './unname.ts'

type Pages = Extract<Clause, { kind: 'pages' }>

const MOST_PAGES = 200
const BETWEEN_MS = 200
// Where a page loads its next entries itself, nothing says when they are there.
const LOADED_AFTER_MS = 1000
// Meanwhile it may not let anybody go on.
const ENDED_AFTER_MS = 5000

/**
 * Reads a list on every page of it. While the steps are tried out only the first two pages are read: the second one
 * must have other entries.
 *
 * @param compile writes down and performs a clause
 */
export async function compilePages(
  generation: Generation,
  { read: clause, most, text }: Pages,
  compile: (clause: Clause) => Promise<void>,
): Promise<void> {
  const written = await generation.collect(() => compile({ ...clause, text }))
  const read = toList(written, singular(clause.output))
  const first = await readRows(generation, read)
  if (most === 1) return void generation.write(clause.output, unname(read))

  const { item, place } = await findNext(generation)
  if (await findIrreversible(item)) throw refuseIrreversible(`go to the next page`)
  const go = await generation.collect(() => generation.perform('the next page', { type: 'click', ...place }))
  await expectOthers(generation, read, first)
  const pause = await generation.collect(async () =>
    generation.write('the next page', { type: 'wait', durationMs: LOADED_AFTER_MS }),
  )
  // Known once the step after it was written: a page that stays would be read as it was before.
  const isOpened = go.some((action) => 'assertedEvents' in action)
  const next = isOpened ? go : [...go, ...pause]
  if (most === undefined) {
    generation.write('every page', {
      type: 'repeat',
      until: { absent: place.selectors, ...(place.frame && { frame: place.frame }) },
      max: MOST_PAGES,
      ...(!isOpened && { timeoutMs: ENDED_AFTER_MS }),
      steps: [read, ...next],
    })
    return
  }
  generation.write(clause.output, unname(read))
  const again = await generation.collect(async () => generation.write(clause.output, unname(read)))
  generation.write('the next pages', { type: 'repeat', times: most - 1, steps: [...next, ...again] })
}

async function readRows(generation: Generation, read: ListStep): Promise<string> {
  return JSON.stringify((await generation.tryOut([read]))[read.output])
}

/** @throws GenerationFailed where the next page shows the same */
async function expectOthers(generation: Generation, read: ListStep, first: string): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    await generation.settle()
    if ((await readRows(generation, read)) !== first) return
    if (performance.now() - startedAt > generation.stepTimeoutMs)
      throw new GenerationFailed('step_failed', 'The next page of the list shows the same entries.')
    await setTimeout(BETWEEN_MS, undefined, { signal: generation.signal })
  }
}
