import type { Page } from 'playwright-core'
import { writeOutputName } from '../../../intents/generating/grammar/output-name.ts'
import { listAlike } from '../../../intents/generating/page/list-alike.ts'
import { listGroups, type Group } from '../../../intents/generating/page/list-groups.ts'
import { listOwnFields } from '../../../intents/generating/page/list-own-fields.ts'
import { surveyPage, type Item } from '../../../intents/generating/page/survey-page.ts'
import { writeListReading, writeReading } from '../../../intents/generating/reading/write-reading.ts'
import { writeRows, writeTable, type Reading } from '../../../intents/generating/reading/write-rows.ts'
import { findItem } from '../pointing/find-item.ts'
import type { Pointed } from '../pointing/point-at.ts'

/** How what a person has pointed at may be read, before it is tried. */
export interface ReadingIdea {
  label: (count: number) => string
  /** What it would be called. */
  name: string
  action: Reading | (Awaited<ReturnType<typeof writeReading>> & { type: 'extractText' })
}

const MOST_LISTS = 2

/**
 * What can be read around an element: the table that it is in, the list whose entries have one like it, with what else the
 * entries consist of, all that are like it, and itself.
 */
export async function listReadings(page: Page, pointed: Pointed): Promise<ReadingIdea[]> {
  const items = await surveyPage(page)
  const item = await findItem(items, pointed)
  if (!item) return []
  const ideas = await Promise.all([
    readTable(items, item),
    ...findGroups(items, item).map((group) => readGroup(group, item)),
    readAlike(items, item),
    readOne(item),
  ])
  return ideas.filter((idea) => idea !== undefined)
}

const isIn = (inner: Item, outer: Item) =>
  inner === outer || (inner.frame === outer.frame && inner.xpath.startsWith(`${outer.xpath}/`))

async function readTable(items: Item[], item: Item): Promise<ReadingIdea | undefined> {
  const table = items.findLast((each) => each.tag === 'table' && isIn(item, each))
  if (!table || item.column === '') return undefined
  const cells = items.filter(({ column, ...cell }) => column !== '' && isIn({ column, ...cell }, table))
  const columns = [...new Set(cells.map(({ column }) => column))]
  if (columns.length === 0) return undefined
  const action = await writeTable({ table, columns }, columns).catch(() => undefined)
  const called = columns.join(', ')
  return action && { action, name: 'table', label: (count) => `The table with ${count} rows: ${called}` }
}

/** The innermost lists around it first, each with all of its entries. */
function findGroups(items: Item[], item: Item): Group[] {
  const around = listGroups(items)
    .filter(({ roots }) => roots.length > 1 && roots.some((root) => isIn(item, root)))
    .toSorted((one, other) => depthOf(other) - depthOf(one) || other.roots.length - one.roots.length)
  return around
    .filter((group, index) => around.findIndex((each) => depthOf(each) === depthOf(group)) === index)
    .slice(0, MOST_LISTS)
}

const depthOf = ({ roots }: Group) => roots[0]!.xpath.split('/').length

async function readGroup(group: Group, item: Item): Promise<ReadingIdea | undefined> {
  const fields = listOwnFields(group)
  const isOfItem = fields.some(({ items }) =>
    items.some((each) => each && (isIn(each, item) || isIn(item, each))),
  )
  if (fields.length < 2 || !isOfItem || item.column !== '') return undefined
  const names = fields.map(({ name }) => name).join(', ')
  const action = await writeRows({ group, fields }).catch(() => undefined)
  return action && { action, name: 'list', label: (count) => `The list of ${count}, each with ${names}` }
}

async function readAlike(items: Item[], item: Item): Promise<ReadingIdea | undefined> {
  const alike = listAlike(items, item)
  if (alike.length < 2) return undefined
  const what = nameOf(item)
  const action = await writeListReading({ items: alike, what }).catch(() => undefined)
  return (
    action && {
      action: { type: 'extractText', ...action },
      name: what,
      label: (count) => `All ${count} like this`,
    }
  )
}

async function readOne(item: Item): Promise<ReadingIdea | undefined> {
  const what = nameOf(item)
  const action = await writeReading({ items: [item], what }, { values: {} }).catch(() => undefined)
  return action && { action: { type: 'extractText', ...action }, name: what, label: () => 'This text' }
}

/** By what stands before it or what its authors call it, never by its text: that changes. */
function nameOf({ term, column, label, tokens, role, tag }: Item): string {
  const named = [term, column, label, ...tokens].map((each) => each && writeOutputName(each))
  const found = named.find((name) => name && name.length > 1 && name.length <= 30 && !/\d/.test(name))
  if (found) return found
  return role === 'heading' || /^h\d$/.test(tag) ? 'heading' : 'text'
}
