import type { ExtractField } from '../../../automations/actions/extract-action.ts'
import type { Action } from '../../../automations/action.ts'
import type { Selector } from '../../../automations/selector.ts'
import { toLocator, toLocatorWithin } from '../../../runner/elements/selectors.ts'
import { writeOutputName } from '../grammar/output-name.ts'
import type { RowField, Rows } from '../page/find-rows.ts'
import type { Table } from '../page/find-table.ts'
import type { Item } from '../page/survey-page.ts'
import { quoteXpath } from '../page/xpath-text.ts'
import { GenerationFailed } from '../session/failure.ts'
import { listCommon } from './write-reading.ts'
import { areOnly, findsOnly, placeIn, writeSelectors } from '../locating/write-selectors.ts'

export type Reading = Omit<Extract<Action, { type: 'extract' }>, 'name' | 'output'>

const MOST = 3

/** How to read all of the rows, whatever their number. */
export async function writeRows({ group, fields }: Rows): Promise<Reading> {
  const { roots } = group
  const { frame } = roots[0]!
  const rows = await keepFirst(listRootSelectors(roots), (selector) =>
    findsOnly(
      frame,
      selector,
      roots.map(({ number }) => number),
    ),
  )
  const [best] = rows
  if (best === undefined) throw nothingLeadsTo(`all of the ${roots.length} entries`)
  const written: Record<string, ExtractField> = {}
  for (const field of fields) written[nameField(field, written)] = await writeField(field, roots, best)
  const { selectors, ...place } = placeIn(frame, rows)
  return { type: 'extract', ...place, rows: selectors, fields: written }
}

async function writeField(
  { name, readAs, items }: RowField,
  roots: Item[],
  rows: Selector,
): Promise<ExtractField> {
  const as: Partial<ExtractField> =
    readAs === 'link' ? { type: 'url' } : readAs === 'image' ? { type: 'url', attribute: 'src' } : {}
  const known = items.filter((item) => item !== undefined)
  if (items.every((item, row) => item === roots[row])) return as
  const { frame } = roots[0]!
  const selectors = await keepFirst(listFieldSelectors(items, roots), (selector) =>
    areOnly(
      () => toLocatorWithin(toLocator(frame, rows), selector),
      known.map(({ number }) => number),
    ),
  )
  if (selectors.length === 0) throw nothingLeadsTo(`the “${name}” of each entry`)
  return { selectors, ...as }
}

/** How to read a table by its headers. */
export async function writeTable({ table }: Table, columns: string[], names = columns): Promise<Reading> {
  const { selectors, ...place } = await writeSelectors(table, {
    first: [
      ...(table.label
        ? [`${table.tag}[aria-label="${table.label.replaceAll(/["\\]/g, String.raw`\$&`)}"]`]
        : []),
      ...table.tokens.filter((token) => /^[A-Za-z_][\w-]*$/.test(token)).map((token) => `.${token}`),
      table.tag,
    ],
    isUsable: (selector) => !/^(?:text|aria)\//.test([selector].flat().join(' ')),
    values: {},
  })
  const fields: Record<string, ExtractField> = {}
  for (const [index, column] of columns.entries())
    fields[nameField({ name: names[index]! }, fields)] = { column }
  return { type: 'extract', ...place, table: selectors, fields }
}

function listRootSelectors(roots: Item[]): Selector[] {
  const [first] = roots
  const { role, tag } = first!
  const isOfOneRole = role !== '' && roots.every((root) => root.role === role)
  const inTable = tag === 'tr' ? ['tr:has(td)', 'tbody tr'] : []
  return [
    ...listCommon(roots),
    ...inTable,
    ...(isOfOneRole ? [`[role="${role}"]`, `[role="${role}"]:has([role="cell"], [role="gridcell"])`] : []),
  ]
}

function listFieldSelectors(items: (Item | undefined)[], roots: Item[]): Selector[] {
  const known = items.filter((item) => item !== undefined)
  const first = known[0]!
  const shared = first.tokens.filter(
    (token) => /^[A-Za-z_][\w-]*$/.test(token) && known.every(({ tokens }) => tokens.includes(token)),
  )
  const isOfOneTag = known.every(({ tag }) => tag === first.tag)
  const title = first.title && known.every((item) => item.title === first.title) ? first.title : ''
  const term =
    first.term && known.every((item) => item.term === first.term) ? quoteXpath(first.term) : undefined
  const ways = items.flatMap((item, row) => (item ? [item.xpath.slice(roots[row]!.xpath.length + 1)] : []))
  const isSameWay = ways.every((way) => way === ways[0])
  return [
    ...(term ? [`xpath/.//dt[normalize-space(.)=${term}]/following-sibling::dd[1]`] : []),
    ...shared.flatMap((token) => [`[itemprop="${token}"]`, `.${token}`, `${first.tag}.${token}`]),
    ...(title ? [`[title="${title.replaceAll(/["\\]/g, String.raw`\$&`)}"]`] : []),
    ...(isOfOneTag ? [first.tag] : []),
    ...(isSameWay && !ways[0]!.includes('shadow-root') ? [`xpath/./${ways[0]}`] : []),
    ...(isOfOneTag ? [`h2 ${first.tag}`, `h3 ${first.tag}`, `h4 ${first.tag}`] : []),
  ]
}

function nameField({ name }: { name: string }, taken: object): string {
  const written = writeOutputName(name) ?? 'value'
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? written : `${written}${number}`
    if (!Object.hasOwn(taken, numbered)) return numbered
  }
}

async function keepFirst(
  selectors: Selector[],
  isRight: (selector: Selector) => Promise<boolean>,
): Promise<Selector[]> {
  const kept: Selector[] = []
  for (const selector of new Set(selectors)) {
    // A selector that finds any element of a kind is used only where there is none better.
    const isVague = typeof selector === 'string' && /^[a-z\d]+( [a-z\d]+)?$/.test(selector)
    if (isVague && kept.length > 0) continue
    if (await isRight(selector)) kept.push(selector)
    if (kept.length === MOST) break
  }
  return kept
}

const nothingLeadsTo = (what: string) =>
  new GenerationFailed('nothing_to_read', `Nothing leads to ${what} and to nothing else.`)
