import type { Verb } from '../grammar/clause.ts'
import { sendKeys } from './compile-press.ts'
import { writeInto } from './compile-type.ts'
import type { Generation } from '../session/generation.ts'
import { locateSearchField } from '../locating/locate-search-field.ts'
import { locateElement } from '../locating/locate-element.ts'
import { locate } from '../locating/locate.ts'
import type { Item } from '../page/survey-page.ts'
import { type Place, writeSelectors } from '../locating/write-selectors.ts'

/** Types into the page's search field and presses Enter. */
export async function search(
  generation: Generation,
  { value, field, text }: Extract<Verb, { kind: 'search' }> & { text: string },
  isLast: boolean,
): Promise<void> {
  const { item, place } =
    field === undefined ? await findSearchField(generation) : await locateElement(generation, field, ['fill'])
  await writeInto(generation, { item, place, value, called: field ?? (item.name || 'Search') })
  await sendKeys(generation, { keys: ['Enter'], step: text, isConfirmed: false, isLast })
}

async function findSearchField(generation: Generation): Promise<{ item: Item; place: Place }> {
  const { found: item } = await locate(generation, locateSearchField)
  return { item, place: await writeSelectors(item, { values: generation.values }) }
}
