import type { Selector } from '../../../automations/selector.ts'
import type { Action } from '../../../automations/action.ts'
import { GenerationFailed } from '../session/failure.ts'
import { findShared } from '../page/find-nearest.ts'
import { readPrefix } from '../page/reading-level.ts'
import type { Readable } from '../page/find-readable.ts'
import type { Item } from '../page/survey-page.ts'
import { escapeVariables } from '../page/template-selector.ts'
import { findsOnly, placeIn, type Place, type Wanted, writeSelectors } from '../locating/write-selectors.ts'
import { listBeside, predicateByAttribute, quoteXpath } from '../page/xpath-text.ts'
import { fold } from '../page/fold-text.ts'
import { isCalled } from '../page/match-name.ts'

const MOST = 6

type Found = Extract<Readable, { items: Item[] }>
type Reading = Place & Pick<Extract<Action, { type: 'extractText' }>, 'pattern' | 'multiple'>

/** How to read one text again after it has changed: never by the text itself. */
export async function writeReading(
  { items, what, anchor }: Found,
  variables: Pick<Wanted, 'values' | 'used'>,
): Promise<Reading> {
  const item = items[0]!
  const place = await writeSelectors(item, {
    first: anchor ? byAnchor(item, anchor) : byLabel(item, what),
    isUsable: (selector) => !isByText(selector, item),
    ...variables,
  })
  const label = readPrefix(item, what)
  if (label === undefined) return place
  return { ...place, pattern: String.raw`^${escapePattern(label)}\s*:\s*([\s\S]+)$` }
}

/** How to read all of them, whatever their number. */
export async function writeListReading({ items, what }: Found): Promise<Reading> {
  const { frame } = items[0]!
  const numbers = items.map(({ number }) => number)
  const selectors: Selector[] = []
  for (const selector of items.every((item) => item.frame === frame) ? listCommon(items) : []) {
    // A selector that finds any element of a kind is used only where there is none better.
    const isVague = /^[a-z\d]+( [a-z\d]+)?$/.test(selector)
    if (isVague && selectors.length > 0) continue
    if (await findsOnly(frame, selector, numbers)) selectors.push(selector)
    if (selectors.length === MOST) break
  }
  if (selectors.length === 0)
    throw new GenerationFailed(
      'nothing_to_read',
      `Nothing leads to all of the ${items.length} “${what}” and to nothing else.`,
    )
  return { ...placeIn(frame, selectors.map(escapeVariables)), multiple: true }
}

function isByText(selector: Selector, item: Item): boolean {
  const written = [selector].flat().join(' ')
  if (written.startsWith('text/') || /\[(?:href\$|alt|title)=/.test(written)) return true
  // A field is named by its label, any other element by its text.
  return written.startsWith('aria/') && !(item.isEditable || item.tag === 'select')
}

/** By the words beside it, which stay while the text changes. */
function byLabel(item: Item, what: string): Selector[] {
  const selectors: string[] = []
  const add = (label: string, write: (quoted: string) => string[]) => {
    const quoted = label && quoteXpath(label)
    if (quoted) selectors.push(...write(quoted))
  }
  add(item.term, (term) => [
    `xpath///dt[normalize-space(.)=${term}]/following-sibling::dd[1]`,
    `xpath///dd[preceding-sibling::dt[1][normalize-space(.)=${term}]]`,
  ])
  if (item.tag === 'td' && item.row !== '')
    selectors.push(...inRow(item, item.row, '*[1][normalize-space(.)='))
  if (item.label)
    selectors.push(`${item.tag}[aria-label="${item.label.replaceAll(/["\\]/g, String.raw`\$&`)}"]`)
  for (const token of item.tokens) selectors.push(...byToken(item.tag, token))
  add(readPrefix(item, what) ?? '', (label) => [
    `xpath///${item.tag}[starts-with(normalize-space(.), ${label})]`,
    `xpath///*[text()[contains(., ${label})]]/ancestor-or-self::${item.tag}[1]`,
  ])
  const [before = ''] = item.before
  if (isCalled(before, fold(what)))
    add(before, (label) => [`xpath///*[text()[normalize-space(.)=${label}]]/following::${item.tag}[1]`])
  if (/^h\d$/.test(item.tag)) selectors.push(item.tag, `main ${item.tag}`)
  else if (item.role) selectors.push(`[role="${item.role}"]`)
  return selectors
}

/** By its neighbour, which does not contain the text to read. */
function byAnchor(item: Item, anchor: Item): Selector[] {
  const predicate = predicateByAttribute(item)
  const tokens = [...new Set(item.tokens)].filter((token) => /^[A-Za-z_][\w-]*$/.test(token)).slice(0, 2)
  const inside = tokens.map((token) => `.${token}`)
  return [
    ...(item.tag === 'td' ? inRow(item, anchor.text || anchor.name, 'contains(normalize-space(.), ') : []),
    ...listBeside(item, { anchor, shared: findShared(item, anchor), predicate, inside }),
  ]
}

function inRow(item: Item, text: string, condition: string): string[] {
  const quoted = quoteXpath(text)
  if (!quoted) return []
  const row = `xpath///tr[${condition}${quoted}${condition.startsWith('*') ? ']' : ')'}]`
  const column = item.column && quoteXpath(item.column)
  return column
    ? [`${row}/td[${inColumn(column)}]`, ...nthCell(item, row)]
    : [`${row}/td[last()]`, ...nthCell(item, row)]
}

const nthCell = ({ xpath }: Item, row: string) => [`${row}/${xpath.split('/').at(-1)}`]

const inColumn = (quoted: string) =>
  `count(preceding-sibling::*) = count(ancestor::table[1]//th[normalize-space(.)=${quoted}][1]/preceding-sibling::*)`

const byToken = (tag: string, token: string) =>
  /^[A-Za-z_][\w-]*$/.test(token) ? [`[itemprop="${token}"]`, `.${token}`, `${tag}.${token}`] : []

/** Selectors that may find all of the elements and nothing else: not verified yet. */
export function listCommon(items: Item[]): string[] {
  const [first] = items
  if (!first) return []
  const shared = first.tokens.filter((token) => items.every(({ tokens }) => tokens.includes(token)))
  const around = first.around.filter((token) => items.every((item) => item.around.includes(token)))
  const testIds = first.testIds.filter((testId) => items.every((item) => item.testIds.includes(testId)))
  const containers = around.filter((token) => /^[A-Za-z_][\w-]*$/.test(token))
  const isOfOneTag = items.every(({ tag }) => tag === first.tag)
  const columns = first.column && quoteXpath(first.column)
  return [
    ...testIds.map((testId) => `[${testId}]`),
    ...shared.flatMap((token) => byToken(first.tag, token)),
    ...(columns && isOfOneTag && first.tag === 'td' ? [`xpath///td[${inColumn(columns)}]`] : []),
    ...containers.flatMap((container) => {
      const inside = shared.filter((token) => /^[A-Za-z_][\w-]*$/.test(token)).map((token) => `.${token}`)
      const scopes = [`#${container}`, `.${container}`]
      return scopes.flatMap((scope) =>
        [...inside, ...(isOfOneTag ? [first.tag] : [])].map((each) => `${scope} ${each}`),
      )
    }),
    ...withoutNumbers(items),
    ...(isOfOneTag ? [first.tag] : []),
  ]
}

const tagsOf = (way: string[]) => way.map((segment) => segment.replace(/\[\d+\]$/, '')).join('/')

/** Their common path through the page, where only the numbers of entries differ. */
function withoutNumbers(items: Item[]): string[] {
  const ways = items.map(({ xpath }) => xpath.split('/'))
  const [first = []] = ways
  if (items.some(({ xpath }) => xpath.includes('shadow-root'))) return []
  if (ways.some((way) => tagsOf(way) !== tagsOf(first))) return []
  const general = first.map((segment, index) =>
    ways.every((way) => way[index] === segment) ? segment : segment.replace(/\[\d+\]$/, ''),
  )
  return [`xpath/${general.join('/')}`]
}

const escapePattern = (label: string) =>
  label.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
