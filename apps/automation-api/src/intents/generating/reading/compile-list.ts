import type { Verb } from '../grammar/clause.ts'
import { findRows, type Rows } from '../page/find-rows.ts'
import { findColumns, findTable, type Table } from '../page/find-table.ts'
import { describeItem } from '../page/describe-item.ts'
import type { Item } from '../page/survey-page.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { keyOf, locate, type Seen } from '../locating/locate.ts'
import { requireFreeOutput } from '../session/require-free-output.ts'
import { type Reading, writeRows, writeTable } from './write-rows.ts'

export type FoundList = { rows: Rows } | { table: Table; columns: string[]; names: string[] }

/** Reads several values of each entry of a list: `the title and price of every book`. */
export async function compileList(
  generation: Generation,
  { of, fields, output }: Extract<Verb, { kind: 'list' }>,
): Promise<void> {
  const noun = generation.fill(of)
  const { found } = await locate(generation, (items) => lookForList(items, noun, fields))
  await keepList(generation, output, found)
}

/** Writes down how to read a list, reads it, and compares what was read with what is there. */
export async function keepList(generation: Generation, output: string, found: FoundList): Promise<void> {
  requireFreeOutput(generation, output)
  const reading: Reading =
    'rows' in found ? await writeRows(found.rows) : await writeTable(found.table, found.columns, found.names)
  const extracted = await generation.perform(output, { ...reading, output })
  const rows = extracted[output]
  const count = 'rows' in found ? found.rows.group.roots.length : undefined
  if (!Array.isArray(rows) || (count !== undefined && rows.length !== count))
    throw new GenerationFailed(
      'nothing_to_read',
      `The list that was read has not the ${count ?? ''} entries that the page shows.`,
    )
}

export function lookForList(items: Item[], noun: string, fields: string[]): Seen<FoundList> {
  const table = findTable(items, noun) ?? findTable(items, 'table')
  const columns = table && findColumns(table, fields, noun)
  if (columns) return { found: { table, columns, names: fields }, key: keyOf(table.table) + table.table.text }
  const seen = findRows(items, noun, fields)
  if ('rows' in seen)
    return { found: seen, key: seen.rows.group.roots.map((root) => keyOf(root) + root.text).join('\n') }
  const each = `each ${noun.replace(/^(?:the|all|every) /i, '')}`
  if ('doubtful' in seen) {
    const [one, other] = seen.doubtful.map(({ group }) => describeItem(group.roots[0]!))
    return {
      problem: new GenerationFailed(
        'element_ambiguous',
        `There are several lists that may be meant by “${noun}”: that of ${one} and that of ${other}. Name the entries as the page does, by the heading above them.`,
      ),
      isDoubt: true,
    }
  }
  const message =
    'several' in seen
      ? `In ${each} there are several that may be meant by “${seen.several}”: call it as the page does.`
      : `There is no list on the page whose entries look like “${noun}” and have “${seen.missing}”.`
  return { problem: new GenerationFailed('nothing_to_read', message), isDoubt: 'several' in seen }
}
