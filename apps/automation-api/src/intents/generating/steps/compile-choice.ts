import type { Verb } from '../grammar/clause.ts'
import { GenerationFailed } from '../session/failure.ts'
import { fold, squash } from '../page/fold-text.ts'
import type { Generation } from '../session/generation.ts'
import { resolveElement, locateElement } from '../locating/locate-element.ts'
import type { Item } from '../page/survey-page.ts'
import { listVariablesIn } from '../session/list-variables-in.ts'
import { escapeText } from '../page/template-selector.ts'
import type { Place } from '../locating/write-selectors.ts'

/** Chooses from a native or custom drop-down, or from other elements that offer a choice. */
export async function chooseOption(
  generation: Generation,
  option: string,
  field: string | undefined,
): Promise<void> {
  if (field === undefined) return chooseAnywhere(generation, option)
  const list = await findList(generation, field)
  if (!list) return chooseAmong(generation, option, field)
  const { item, place } = list
  if (item.tag === 'select') return chooseIn(generation, { item, place, option, called: field })
  await generation.perform(field, { type: 'click', ...place })
  return chooseAmong(generation, option)
}

export async function chooseIn(
  generation: Generation,
  { item, place, option, called }: { item: Item; place: Place; option: string; called: string },
): Promise<void> {
  const label = findOption(item.options, generation.fill(option), called)
  const value = listVariablesIn(option).length > 0 ? option : escapeText(label)
  await generation.perform(called, { type: 'select', ...place, values: [value] })
}

/**
 * Without a list's name: the only list with such an option, else a radio button, a tab or another element of that
 * name.
 */
async function chooseAnywhere(generation: Generation, option: string): Promise<void> {
  const wanted = fold(generation.fill(option))
  await generation.settle()
  const lists = (await generation.survey()).filter(
    (item) => item.tag === 'select' && item.options.some((each) => fold(each) === wanted),
  )
  const [list] = lists
  if (!list || lists.length > 1) return chooseAmong(generation, option)
  const name = list.name || list.tokens[0] || 'the list'
  const { item, place } = await locateElement(generation, name, ['choose'])
  return chooseIn(generation, { item, place, option, called: name })
}

async function chooseAmong(generation: Generation, option: string, field?: string): Promise<void> {
  const phrase = field === undefined ? option : `${option} in ${field}`
  const { place } = await locateElement(generation, phrase, ['check', 'press'])
  await generation.perform(option, { type: 'click', ...place })
}

/** A list of that name, if there is one: choices may also be radio buttons. */
async function findList(generation: Generation, field: string) {
  await generation.settle()
  const wanted = generation.fill(field)
  const deadlineAt = performance.now() + generation.stepTimeoutMs / 2
  while (performance.now() < deadlineAt) {
    const items = await generation.survey()
    if ('found' in resolveElement(items, wanted, ['choose']))
      return locateElement(generation, field, ['choose'])
    if ('found' in resolveElement(items, wanted, ['see'])) return undefined
    await generation.settle()
  }
  return undefined
}

function findOption(options: string[], wanted: string, called: string): string {
  const ways: ((option: string) => boolean)[] = [
    (option) => option === wanted,
    (option) => fold(option) === fold(wanted),
    (option) => squash(option) !== '' && squash(option) === squash(wanted),
    (option) => fold(option).startsWith(fold(wanted)),
    (option) => fold(option).includes(fold(wanted)),
  ]
  for (const way of ways) {
    const [first, second] = options.filter(way)
    if (first === undefined) continue
    if (second === undefined) return first
    throw new GenerationFailed(
      'element_ambiguous',
      `“${wanted}” could be “${first}” or “${second}” in ${called}.`,
    )
  }
  const some = options
    .filter(Boolean)
    .slice(0, 8)
    .map((option) => `“${option}”`)
  throw new GenerationFailed(
    'option_not_found',
    `“${called}” has no “${wanted}”, but ${some.join(', ') || 'nothing'}.`,
  )
}

export async function checkBox(
  generation: Generation,
  { target, isOn }: Extract<Verb, { kind: 'check' }>,
): Promise<void> {
  const { item, place } = await locateElement(generation, target, ['check'])
  if (item.isChecked === null)
    throw new GenerationFailed(
      'step_failed',
      `“${target}” is nothing that can be checked or unchecked: say “click ${target}” to press it.`,
    )
  await generation.perform(target, { type: isOn ? 'check' : 'uncheck', ...place })
}
