import type { Verb } from '../grammar/clause.ts'
import { singular, wordsOf } from '../page/fold-text.ts'
import { findOwnList } from '../page/find-own-list.ts'
import { describeDoubt } from '../page/resolve-phrase.ts'
import { findNames } from '../page/find-names.ts'
import { findReadable, type Readable } from '../page/find-readable.ts'
import { findTable } from '../page/find-table.ts'
import { advise } from '../locating/advise.ts'
import { GenerationFailed } from '../session/failure.ts'
import { findNamedLink, followNamed } from '../moving/follow-named.ts'
import { listVariablesIn } from '../session/list-variables-in.ts'
import { type FoundList, keepList } from './compile-list.ts'
import type { Generation } from '../session/generation.ts'
import { keyOf, locate, type Seen } from '../locating/locate.ts'
import type { Item } from '../page/survey-page.ts'
import { requireFreeOutput } from '../session/require-free-output.ts'
import { writeListReading, writeReading } from './write-reading.ts'

type Found = Extract<Readable, { items: Item[] }>
type Meant = { text: Found } | { list: FoundList } | { isApart: true } | { link: Item; called: string }

/** Reads what a phrase names: a text, a list, a table, or something of a thing that has a page of its own. */
export async function compileExtract(
  generation: Generation,
  { what, output, isMultiple, parts = [] }: Extract<Verb, { kind: 'extract' }>,
): Promise<void> {
  const wanted = generation.fill(what)
  const { found } = await locate(generation, (items) =>
    lookForReading(items, wanted, { isMultiple, parts: parts.length }),
  )
  if ('list' in found) return keepList(generation, output, found.list)
  if ('text' in found) return keepReading(generation, output, found.text, listVariablesIn(what))
  if ('link' in found) {
    const rest = await followNamed(generation, wanted, found)
    return compileExtract(generation, { kind: 'extract', what: rest, output, isMultiple })
  }
  for (const part of parts) await compileExtract(generation, { kind: 'extract', ...part, isMultiple })
}

/** Writes down how to read the located elements, and reads them. */
export async function keepReading(
  generation: Generation,
  output: string,
  found: Found,
  used: string[] = [],
): Promise<void> {
  requireFreeOutput(generation, output)
  const reading = found.isMultiple
    ? await writeListReading(found)
    : await writeReading(found, { values: generation.values, used })
  const extracted = await generation.perform(output, { type: 'extractText', ...reading, output })
  if ([extracted[output] ?? []].flat().every((text) => text === ''))
    throw new GenerationFailed('nothing_to_read', `What is called “${found.what}” on the page is empty.`)
}

export function lookForReading(
  items: Item[],
  wanted: string,
  { isMultiple, parts }: { isMultiple: boolean; parts: number },
): Seen<Meant> {
  const list = isMultiple || isPlural(wanted) ? findList(items, wanted) : undefined
  if (list) return list
  const readable = findReadable(items, wanted, isMultiple)
  if ('items' in readable)
    return {
      found: { text: readable },
      key: readable.items.map((item) => keyOf(item) + item.text).join('\n'),
    }
  const entries = isMultiple ? findNames(items, wanted) : undefined
  if (entries)
    return {
      found: { text: { items: entries, what: wanted, isMultiple } },
      key: entries.map((item) => keyOf(item) + item.text).join('\n'),
    }
  if (parts > 0) return { found: { isApart: true }, key: 'apart' }
  const named = findNamedLink(items, wanted)
  if (named && !('doubtful' in readable)) return { found: named, key: keyOf(named.link) }
  if ('doubtful' in readable) {
    const { doubtful } = readable
    const problem = new GenerationFailed(
      'element_ambiguous',
      `“${wanted}” could be read from ${describeDoubt(doubtful)}${doubtful.length > 2 ? ` and ${doubtful.length - 2} more` : ''}. Say which, as in: extract the first ${wanted}, extract the ${wanted} of "…"; or: extract all the ${wanted}.`,
      advise(items, doubtful, { phrase: wanted, beside: 'of' }),
    )
    return { problem, isDoubt: true }
  }
  const count = readable.count === undefined ? '' : `; there are only ${readable.count}`
  return {
    problem: new GenerationFailed('nothing_to_read', `Nothing on the page looks like “${wanted}”${count}.`),
    isDoubt: false,
  }
}

/** A table, or a list whose entries consist of several texts. */
function findList(items: Item[], wanted: string): Seen<Meant> | undefined {
  const noun = wanted.replace(/^(?:the|all|every|each) /i, '')
  const table = findTable(items, noun)
  if (table)
    return {
      found: { list: { table, columns: table.columns, names: table.columns.map(nameColumn) } },
      key: keyOf(table.table) + table.table.text,
    }
  const rows = findOwnList(items, noun)
  return (
    rows && {
      found: { list: { rows } },
      key: rows.group.roots.map((root) => keyOf(root) + root.text).join('\n'),
    }
  )
}

/** `Home port` → `home port`; `ISBN` is unchanged. */
const nameColumn = (column: string) => column.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

function isPlural(wanted: string): boolean {
  const last = wordsOf(wanted).at(-1) ?? ''
  return singular(last) !== last || last === 'table'
}
