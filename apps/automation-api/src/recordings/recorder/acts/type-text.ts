import type { Page } from 'playwright-core'
import { escapeText } from '../../../intents/generating/page/template-selector.ts'
import { describeTarget } from '../pointing/describe-target.ts'
import { lookAgain, rememberTyped, type Pointed } from '../pointing/point-at.ts'
import type { RecorderState, Typing } from '../recorder-state.ts'
import { recordChoice } from './choose-option.ts'
import { writeElementStep } from './write-step.ts'

/** Passes on what is typed into a field, and keeps one step for all of it. */
export async function typeInto(
  state: RecorderState,
  page: Page,
  focus: Pointed,
  perform: () => void,
): Promise<void> {
  const typing = await beginTyping(state, page, focus)
  perform()
  await state.input.settled()
  await readTyped(state, typing)
}

async function beginTyping(state: RecorderState, page: Page, focus: Pointed): Promise<Typing> {
  const isSame = state.typing?.elementId === focus.id && state.typing.page === page
  if (state.typing && isSame && !state.typing.locator.page().isClosed()) return state.typing
  await endTyping(state)
  const held = state.held?.page === page && state.held.target.pointed.id === focus.id ? state.held : undefined
  state.held = held
  const locator = await rememberTyped(focus)
  const target = held?.target ?? (await describeTarget(focus))
  state.held = undefined
  const { id: elementId, value: before, isSecret } = focus
  state.typing = { page, elementId, locator, target, before, isSecret, stepId: undefined }
  return state.typing
}

/** The value of the field is the step's, not the keys: what was corrected is not done again. */
async function readTyped(state: RecorderState, typing: Typing): Promise<void> {
  const now = await lookAgain(typing.locator)
  if (!now || (typing.stepId === undefined && now.value === typing.before)) return
  typing.isSecret ||= now.isSecret
  const value = typing.isSecret
    ? `\${${state.secrets.keep(typing, typing.target.called, now.value)}}`
    : escapeText(now.value)
  const step = state.draft.steps().find(({ id }) => id === typing.stepId)
  if (step?.action.type === 'change') {
    if (step.action.value === value) return
    state.draft.amend(step.id, { action: { ...step.action, value } })
    state.picture(typing.page, step.id)
    return
  }
  typing.stepId = writeElementStep(state, typing.page, typing.target, { type: 'change', value }).id
}

/** Records the last value of the field, which its page may have changed since, or of the list. */
export async function endTyping(state: RecorderState): Promise<void> {
  const { typing, choosing } = state
  state.typing = undefined
  if (choosing) await recordChoice(state).catch(() => {})
  state.choosing = undefined
  if (typing && !typing.page.isClosed()) await readTyped(state, typing).catch(() => {})
}
