import type { Deed } from '../grammar/clause.ts'
import { GenerationFailed } from './failure.ts'
import { fold, squash } from '../page/fold-text.ts'
import type { Making } from './generation.ts'
import { lookFor, seekElement } from './locate-element.ts'
import type { Item } from '../page/survey-page.ts'
import { listVariablesIn } from './list-variables-in.ts'
import { escapeText } from '../page/template-selector.ts'
import type { Place } from './write-selectors.ts'

/** Chooses from a drop-down, from one that the page made up itself, or among what else can be chosen. */
export async function chooseOption(making: Making, option: string, field: string | undefined): Promise<void> {
  if (field === undefined) return chooseAnywhere(making, option)
  const list = await findList(making, field)
  if (!list) return chooseAmong(making, option, field)
  const { item, place } = list
  if (item.tag === 'select') return chooseIn(making, { item, place, option, called: field })
  await making.perform(field, { type: 'click', ...place })
  return chooseAmong(making, option)
}

export async function chooseIn(
  making: Making,
  { item, place, option, called }: { item: Item; place: Place; option: string; called: string },
): Promise<void> {
  const label = findOption(item.options, making.fill(option), called)
  const value = listVariablesIn(option).length > 0 ? option : escapeText(label)
  await making.perform(called, { type: 'select', ...place, values: [value] })
}

/** Without a list's name: the only one that has such an option, else a radio button, a tab or whatever is called so. */
async function chooseAnywhere(making: Making, option: string): Promise<void> {
  const wanted = fold(making.fill(option))
  await making.settle()
  const lists = (await making.survey()).filter(
    (item) => item.tag === 'select' && item.options.some((each) => fold(each) === wanted),
  )
  const [list] = lists
  if (!list || lists.length > 1) return chooseAmong(making, option)
  const name = list.name || list.tokens[0] || 'the list'
  const { item, place } = await seekElement(making, name, ['choose'])
  return chooseIn(making, { item, place, option, called: name })
}

async function chooseAmong(making: Making, option: string, field?: string): Promise<void> {
  const phrase = field === undefined ? option : `${option} in ${field}`
  const { place } = await seekElement(making, phrase, ['check', 'press'])
  await making.perform(option, { type: 'click', ...place })
}

/** A list of that name, which need not be there: choices are also made by radio buttons. */
async function findList(making: Making, field: string) {
  await making.settle()
  const wanted = making.fill(field)
  const deadlineAt = performance.now() + making.stepTimeoutMs / 2
  while (performance.now() < deadlineAt) {
    const items = await making.survey()
    if ('found' in lookFor(items, wanted, ['choose'])) return seekElement(making, field, ['choose'])
    if ('found' in lookFor(items, wanted, ['see'])) return undefined
    await making.settle()
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
  making: Making,
  { target, isOn }: Extract<Deed, { kind: 'check' }>,
): Promise<void> {
  const { item, place } = await seekElement(making, target, ['check', 'press'])
  if (item.isChecked !== isOn) {
    await making.perform(target, { type: 'click', ...place })
    return
  }
  // One more click would undo it. In a run it has to be as it is now.
  const isNative = item.tag === 'input'
  const state = isNative
    ? { properties: { checked: isOn } }
    : { attributes: { 'aria-checked': String(isOn) } }
  await making.perform(target, { type: 'waitForElement', ...place, ...state })
}
