import type { Deed } from '../grammar/clause.ts'
import { sendKeys } from './compile-press.ts'
import { writeInto } from './compile-type.ts'
import type { Making } from './generation.ts'
import { lookForSearchField } from './locate-search-field.ts'
import { seekElement } from './locate-element.ts'
import { seek } from './locate.ts'
import type { Item } from '../page/survey-page.ts'
import { type Place, writeSelectors } from './write-selectors.ts'

/** Types into the field that a page is searched with, and presses Enter. */
export async function search(
  making: Making,
  { value, field, text }: Extract<Deed, { kind: 'search' }> & { text: string },
  isLast: boolean,
): Promise<void> {
  const { item, place } =
    field === undefined ? await seekSearchField(making) : await seekElement(making, field, ['fill'])
  await writeInto(making, { item, place, value, called: field ?? (item.name || 'Search') })
  await sendKeys(making, { keys: ['Enter'], step: text, isConfirmed: false, isLast })
}

async function seekSearchField(making: Making): Promise<{ item: Item; place: Place }> {
  const { found: item } = await seek(making, lookForSearchField)
  return { item, place: await writeSelectors(item, { values: making.values }) }
}
