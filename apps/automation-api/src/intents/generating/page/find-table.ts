import { fold, holdsAllWords, singular, wordsOf } from './fold-text.ts'
import { namesColumn } from './find-field.ts'
import type { Item } from './survey-page.ts'

export interface Table {
  table: Item
  /** The headers that have a name. */
  columns: string[]
}

const TABLE = /^(?:table|grid|treegrid)$/

/** The tables of a page that have headers and rows. */
function listTables(items: Item[]): Table[] {
  return items
    .filter(({ tag, role }) => tag === 'table' || TABLE.test(role))
    .map((table) => {
      const cells = items.filter(
        ({ column, xpath, frame }) =>
          column !== '' && frame === table.frame && xpath.startsWith(`${table.xpath}/`),
      )
      return { table, columns: [...new Set(cells.map(({ column }) => column))] }
    })
    .filter(({ columns }) => columns.length > 0)
}

/** The table that a noun names by its label, its caption, its markup, or the heading above; the only one for `table`. */
export function findTable(items: Item[], noun: string): Table | undefined {
  const tables = listTables(items)
  const bare = fold(noun)
    .replace(/^(?:the |whole |entire )+/, '')
    .replace(/^table (?:of|with)(?: the)? /, '')
    .replace(/ tables?$/, '')
  const only = tables.length === 1 ? tables[0] : undefined
  if (/^tables?$/.test(bare)) return only
  const name = wordsOf(bare).map(singular).join(' ')
  if (name === '') return undefined
  const found = tables.filter((table) => isTableOf(items, table, name))
  if (found.length === 1) return found[0]
  return only && /\btable$|^table of /i.test(noun.trim()) && found.length === 0 ? only : undefined
}

function isTableOf(items: Item[], { table }: Table, name: string): boolean {
  if ([table.label, table.name].some((each) => each && each.length < 80 && holdsAllWords(each, name)))
    return true
  if (table.tokens.some((token) => holdsAllWords(token, name))) return true
  const caption = items.find(({ tag, xpath }) => tag === 'caption' && xpath.startsWith(`${table.xpath}/`))
  if (caption && holdsAllWords(caption.text, name)) return true
  const above = items.slice(0, items.indexOf(table)).findLast(({ role }) => role === 'heading')
  return above !== undefined && holdsAllWords(above.text, name)
}

/** The columns that fields name, in their order; undefined where one of them names none or the same as another. */
export function findColumns({ columns }: Table, fields: string[], noun: string): string[] | undefined {
  const found = fields.map((field) => {
    const named = columns.filter((column) => namesColumn(column, field))
    if (named.length === 1) return named[0]
    const isName = /^(?:name|title)s?$/i.test(field)
    return named.length === 0 && isName ? columns.find((column) => namesColumn(column, noun)) : undefined
  })
  const known = found.filter((column) => column !== undefined)
  return known.length === fields.length && new Set(known).size === known.length ? known : undefined
}
