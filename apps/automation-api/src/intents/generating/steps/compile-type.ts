import type { Verb } from '../grammar/clause.ts'
import { chooseIn } from './compile-choice.ts'
import { GenerationFailed } from '../session/failure.ts'
import { locateSearchField } from '../locating/locate-search-field.ts'
import { listVariablesIn } from '../session/list-variables-in.ts'
import type { Generation } from '../session/generation.ts'
import { locateElement } from '../locating/locate-element.ts'
import type { Item } from '../page/survey-page.ts'
import type { Place } from '../locating/write-selectors.ts'

const SEARCH = /^(?:the )?search(?: (?:box|field|bar|input))?$/i

export async function typeInto(
  generation: Generation,
  { value, field }: Extract<Verb, { kind: 'type' }>,
): Promise<void> {
  const { item, place } = await locateElement(
    generation,
    field,
    ['fill'],
    SEARCH.test(field) ? { orElse: locateSearchField } : {},
  )
  await writeInto(generation, { item, place, value, called: field })
}

export async function writeInto(
  generation: Generation,
  { item, place, value, called }: { item: Item; place: Place; value: string; called: string },
): Promise<void> {
  if (item.tag === 'select') return chooseIn(generation, { item, place, option: value, called })
  if (item.type === 'file')
    throw new GenerationFailed('step_failed', `“${called}” takes a file, which a text cannot hold.`)
  if (item.type === 'password') for (const name of listVariablesIn(value)) generation.secrets.add(name)
  generation.field = item
  await generation.perform(called, { type: 'change', ...place, value })
}
