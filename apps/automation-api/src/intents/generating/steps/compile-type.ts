import type { Deed } from '../grammar/clause.ts'
import { chooseIn } from './compile-choice.ts'
import { GenerationFailed } from './failure.ts'
import { lookForSearchField } from './locate-search-field.ts'
import { listVariablesIn } from './list-variables-in.ts'
import type { Making } from './generation.ts'
import { seekElement } from './locate-element.ts'
import type { Item } from '../page/survey-page.ts'
import type { Place } from './write-selectors.ts'

const SEARCH = /^(?:the )?search(?: (?:box|field|bar|input))?$/i

export async function typeInto(
  making: Making,
  { value, field }: Extract<Deed, { kind: 'type' }>,
): Promise<void> {
  const { item, place } = await seekElement(
    making,
    field,
    ['fill'],
    SEARCH.test(field) ? lookForSearchField : undefined,
  )
  await writeInto(making, { item, place, value, called: field })
}

export async function writeInto(
  making: Making,
  { item, place, value, called }: { item: Item; place: Place; value: string; called: string },
): Promise<void> {
  if (item.tag === 'select') return chooseIn(making, { item, place, option: value, called })
  if (item.type === 'file')
    throw new GenerationFailed('step_failed', `“${called}” takes a file, which a text cannot hold.`)
  if (item.type === 'password') for (const name of listVariablesIn(value)) making.secrets.add(name)
  making.field = item
  await making.perform(called, { type: 'change', ...place, value })
}
