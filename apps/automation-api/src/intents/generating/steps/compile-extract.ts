import type { Verb } from '../grammar/clause.ts'
import { describeDoubt } from '../page/resolve-phrase.ts'
import { findReadable, type Readable } from '../page/find-readable.ts'
import { GenerationFailed } from './failure.ts'
import { listVariablesIn } from './list-variables-in.ts'
import type { Generation } from './generation.ts'
import { keyOf, locate, type Seen } from './locate.ts'
import type { Item } from '../page/survey-page.ts'
import { writeListReading, writeReading } from './write-reading.ts'

type Found = Extract<Readable, { items: Item[] }>

export async function compileExtract(
  generation: Generation,
  { what, output, isMultiple }: Extract<Verb, { kind: 'extract' }>,
): Promise<void> {
  const wanted = generation.fill(what)
  const { found } = await locate(generation, (items) => resolveElement(items, wanted, isMultiple))
  await keepReading(generation, output, found, listVariablesIn(what))
}

/** Writes down how to read the located elements, and reads them. */
export async function keepReading(
  generation: Generation,
  output: string,
  found: Found,
  used: string[] = [],
): Promise<void> {
  const isTaken = generation.actions.some(
    (action) => action.type === 'extractText' && action.output === output,
  )
  if (isTaken)
    throw new GenerationFailed(
      'not_understood',
      `Two steps keep what they read as “${output}”: give them different names.`,
    )
  const reading = found.isMultiple
    ? await writeListReading(found)
    : await writeReading(found, { values: generation.values, used })
  const extracted = await generation.perform(output, { type: 'extractText', ...reading, output })
  if ([extracted[output] ?? []].flat().every((text) => text === ''))
    throw new GenerationFailed('nothing_to_read', `What is called “${found.what}” on the page is empty.`)
}

function resolveElement(items: Item[], wanted: string, isMultiple: boolean): Seen<Found> {
  const readable = findReadable(items, wanted, isMultiple)
  if ('items' in readable)
    return { found: readable, key: readable.items.map((item) => keyOf(item) + item.text).join('\n') }
  if ('doubtful' in readable) {
    const { doubtful } = readable
    const problem = new GenerationFailed(
      'element_ambiguous',
      `“${wanted}” could be read from ${describeDoubt(doubtful)}${doubtful.length > 2 ? ` and ${doubtful.length - 2} more` : ''}. Say which, as in: extract the first ${wanted}, extract the ${wanted} of "…"; or: extract all the ${wanted}.`,
    )
    return { problem, isDoubt: true }
  }
  const count = readable.count === undefined ? '' : `; there are only ${readable.count}`
  return {
    problem: new GenerationFailed('nothing_to_read', `Nothing on the page looks like “${wanted}”${count}.`),
    isDoubt: false,
  }
}
