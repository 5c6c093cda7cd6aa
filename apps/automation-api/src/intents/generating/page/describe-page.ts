import type { Item } from './survey-page.ts'

const MOST_ACTED_ON = 150
const MOST_READ = 120
const CHARACTERS = 20_000
const TEXT = 100
const OPTIONS = 25

/** A page as a model is shown it. */
export interface ShownPage {
  /** One element a line, as JSON. */
  lines: string[]
  /** By their numbers there. */
  items: Item[]
}

/**
 * The page's elements in its order, with what an accessibility tree says of each: those that can be acted on, and those
 * that say something. Nothing that was typed is among it.
 *
 * @param hide takes the values of variables out
 */
export function describePage(all: Item[], hide: (text: string) => string): ShownPage {
  const actedOn = all
    .filter(({ isInteractive, tag }) => isInteractive && tag !== 'option')
    .slice(0, MOST_ACTED_ON)
  const read = all
    .filter((item) => !item.isInteractive && item.hasOwnText && item.text !== '' && item.tag !== 'option')
    .slice(0, MOST_READ)
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
  // Before it is cut: half a value would not be known for one.
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
  const told = Object.entries(described).filter(
    ([, value]) =>
      value !== '' && value !== false && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  // A text of the page cannot close the block of data that it stands in.
  return JSON.stringify(Object.fromEntries(told)).replaceAll('<', String.raw`\u003c`)
}

/** What comes after the path of an address may open something to whoever knows it. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.origin}${url.pathname}` : ''
}
