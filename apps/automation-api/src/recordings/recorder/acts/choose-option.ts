import type { Page } from 'playwright-core'
import { escapeText } from '../../../intents/generating/page/template-selector.ts'
import { toLocator } from '../../../runner/elements/selectors.ts'
import type { Target } from '../pointing/describe-target.ts'
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
export function writeOptions({ pointed: { options } }: Target, chosen: string[]): string[] {
  return chosen.map((value) => {
    const label = options.find((option) => option.value === value)?.label.trim() ?? ''
    const isOne = label !== '' && options.filter((option) => option.label.trim() === label).length === 1
    return escapeText(isOne ? label : value)
  })
}
