import type { Page } from 'playwright-core'
import { escapeText } from '../../../intents/generating/page/template-selector.ts'
import { toLocator } from '../../../runner/elements/selectors.ts'
import type { Target } from '../pointing/describe-target.ts'
import { seeChange } from '../pointing/see-change.ts'
import type { RecorderState } from '../recorder-state.ts'
import { writeElementStep } from './write-step.ts'

const TIMEOUT_MS = 5000

/** Asks the person which of the options of a `select` they choose. */
export async function askToChoose(state: RecorderState, page: Page, target: Target): Promise<void> {
  const { pointed, called } = target
  state.asked = { page, target }
  state.tell({
    type: 'options',
    label: called,
    options: pointed.options,
    isMultiple: pointed.isMultiple,
  })
}

export async function chooseOptions(state: RecorderState, chosen: string[]): Promise<void> {
  const { asked } = state
  state.asked = undefined
  if (!asked) return
  const { page, target } = asked
  const [selector] = target.place.selectors
  const element = toLocator(target.pointed.frame, selector!)
  writeElementStep(state, page, target, { type: 'select', values: writeOptions(target, chosen) })
  await element.first().selectOption(
    chosen.map((value) => ({ value })),
    { timeout: TIMEOUT_MS },
  )
}

/** Options by what people read, which changes less often than what forms send; except where two read the same. */
function writeOptions({ pointed: { options } }: Target, chosen: string[]): string[] {
  return chosen.map((value) => {
    const label = options.find((option) => option.value === value)?.label.trim() ?? ''
    const isOne = label !== '' && options.filter((option) => option.label.trim() === label).length === 1
    return escapeText(isOne ? label : value)
  })
}

/** Records what a key has chosen in a `select`. Of several keys the last one counts. */
export async function recordChoice(state: RecorderState): Promise<void> {
  const { choosing } = state
  if (!choosing) return
  const { page, target } = choosing
  const { locator, value: before } = target.pointed
  const now = page.isClosed() ? undefined : await seeChange(locator, ({ value }) => value !== before)
  // Browsers may change it after that, and then it is recorded before whatever comes next.
  if (now?.value === before) return
  state.choosing = undefined
  if (!now) return
  const chosen = now.options.filter(({ isChosen }) => isChosen).map(({ value }) => value)
  const values = writeOptions(target, chosen)
  const last = state.draft.last()
  const isSame =
    last?.action.type === 'select' &&
    JSON.stringify(last.action.selectors) === JSON.stringify(target.place.selectors)
  if (last && isSame) state.draft.amend(last.id, { action: { ...last.action, values } })
  else writeElementStep(state, page, target, { type: 'select', values })
}
