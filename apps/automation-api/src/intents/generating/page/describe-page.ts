import type { Item } from './survey-page.ts'

const MAX_ACTED_ON = 150
const MAX_READ = 120
const CHARACTERS = 20_000
const TEXT = 100
const OPTIONS = 25

/** A page as a model sees it. */
export interface ShownPage {
  /** One element per line, as JSON. */
  lines: string[]
  /** By their numbers in `lines`. */
  items: Item[]
}

/**
 * Lists the page's elements in order, as an accessibility tree does: those that can be acted on, and those with text.
 * Typed values are not included.
 *
 * @param hide removes the values of variables
 */
export function describePage(all: Item[], hide: (text: string) => string): ShownPage {
  const actedOn = all
    .filter(({ isInteractive, tag }) => isInteractive && tag !== 'option')
    .slice(0, MAX_ACTED_ON)
  const read = all
    .filter((item) => !item.isInteractive && item.hasOwnText && item.text !== '' && item.tag !== 'option')
    .slice(0, MAX_READ)
  const chosen = new Set([...actedOn, ...read])
  const items: Item[] = []
  const lines: string[] = []
  let length = 0
  for (const item of all) {
    if (!chosen.has(item)) continue
    const line = describeItemForModel(item, items.length, hide)
    length += line.length
    if (length > CHARACTERS) break
    items.push(item)
    lines.push(line)
  }
  return { lines, items }
}

function describeItemForModel(item: Item, element: number, hide: (text: string) => string): string {
  // Hidden before the text is cut: half of a value would not be recognised.
  const short = (text: string) => hide(text).slice(0, TEXT).toWellFormed()
  const name = item.caption || item.name
  const described = {
    element,
    role: item.role || item.tag,
    name: short(name),
    text: item.text === name || item.tag === 'select' ? '' : short(item.text),
    type: item.isEditable ? item.type : '',
    placeholder: item.placeholder === name ? '' : short(item.placeholder),
    leadsTo: item.address && short(withoutQuery(item.address)),
    called: item.tokens.slice(0, 3).map(short).join(' '),
    column: short(item.column),
    row: short(item.row),
    options: item.options.slice(0, OPTIONS).map(short),
    checked: item.isChecked,
    disabled: item.isDisabled,
    submits: item.isSubmit,
    after: short(item.before[0] ?? ''),
  }
  const filled = Object.entries(described).filter(
    ([, value]) =>
      value !== '' && value !== false && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  // A text of the page cannot close the data block around it.
  return JSON.stringify(Object.fromEntries(filled)).replaceAll('<', String.raw`\u003c`)
}

/** Removes the query and the fragment of a URL: they may grant access to whoever knows them. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.origin}${url.pathname}` : ''
}
