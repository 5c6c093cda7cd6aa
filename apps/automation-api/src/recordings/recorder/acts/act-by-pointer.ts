import type { Page } from 'playwright-core'
import { firstLine } from '../../../runner/first-line.ts'
import type { ViewInput } from '@waypost/live-view'
import { describeTarget, type Target } from '../pointing/describe-target.ts'
import { lookAgain, pointAt, type Pointed } from '../pointing/point-at.ts'
import type { Pressed, RecorderState } from '../recorder-state.ts'
import { askToChoose } from './choose-option.ts'
import { recordChecked } from './record-checked.ts'
import { endTyping } from './type-text.ts'
import { writeElementStep } from './write-step.ts'

type Press = Extract<ViewInput, { type: 'press' | 'release' }>

/** A hand is not still while it presses. */
const STILL = 8
const BUTTONS = { left: undefined, middle: 'auxiliary', right: 'secondary' } as const

/** Nothing is to be pressed on the page itself. What cannot be told from others is pressed without a step. */
async function findTarget(state: RecorderState, pointed: Pointed): Promise<Target | undefined> {
  if (/^(?:html|body)$/.test(pointed.tag)) return undefined
  try {
    return await describeTarget(pointed)
  } catch (error) {
    state.tell({ type: 'notice', text: `The press makes no step: ${firstLine(error)}` })
    return undefined
  }
}

/** The press of a button: what it acts on is recorded before the page hears of it. */
export async function beginPress(state: RecorderState, page: Page, input: Press): Promise<void> {
  const { x, y, clickCount, button } = input
  await state.input.settled()
  await state.pictured()
  const pointed = await pointAt(page, input)
  const isField = pointed?.kind === 'field' && !pointed.isReadOnly
  if (pointed?.id !== state.typing?.elementId || page !== state.typing?.page) await endTyping(state)
  const target = pointed && (await findTarget(state, pointed))
  if (!(isField && clickCount > 1)) flushHeld(state)
  state.pressed = { page, x, y, clickCount, button, target }
  if (target?.pointed.kind === 'select' && button === 'left') {
    // The list of a `select` is no part of the page: its person chooses beside the picture.
    state.pressed = undefined
    return askToChoose(state, page, target)
  }
  state.input.perform(page, input)
}

export async function endPress(state: RecorderState, page: Page, input: Press): Promise<void> {
  const { pressed } = state
  state.pressed = undefined
  if (!pressed) return
  const { target } = pressed
  const isStill = Math.hypot(input.x - pressed.x, input.y - pressed.y) <= STILL
  if (target) state.lastPress = { page, target, stepId: undefined }
  if (target && isStill) await pressElement(state, pressed, target, input)
  else if (target?.pointed.isDraggable) await dragElement(state, page, target, input)
  else state.input.perform(page, input)
  if (target?.pointed.kind === 'range') await recordRange(state, page, target)
}

async function pressElement(
  state: RecorderState,
  { page, clickCount, button }: Pressed,
  target: Target,
  input: Press,
): Promise<void> {
  const { kind, isReadOnly } = target.pointed
  if (kind === 'check' && button === 'left') {
    state.input.perform(page, input)
    return recordChecked(state, page, target)
  }
  if (kind === 'field' && !isReadOnly && button === 'left') {
    if (state.typing === undefined) state.held = { page, target }
  } else if (kind !== 'range' && kind !== 'file') recordPress(state, page, target, { clickCount, button })
  state.input.perform(page, input)
  await state.input.settled()
}

function recordPress(
  state: RecorderState,
  page: Page,
  target: Target,
  { clickCount, button }: Pick<Pressed, 'clickCount' | 'button'>,
): void {
  const pressed = BUTTONS[button]
  const last = state.draft.last()
  const isSame =
    last?.action.type === 'click' &&
    JSON.stringify(last.action.selectors) === JSON.stringify(target.place.selectors)
  if (clickCount === 2 && last && isSame) state.draft.remove(last.id)
  const type = clickCount === 2 ? 'doubleClick' : 'click'
  const step = writeElementStep(state, page, target, { type, ...(pressed && { button: pressed }) })
  state.lastPress = { page, target, stepId: step.id }
}

async function dragElement(state: RecorderState, page: Page, target: Target, input: Press): Promise<void> {
  const over = await pointAt(page, input, 'innermost')
  const to = over && (await describeTarget(over).catch(() => undefined))
  if (to) writeElementStep(state, page, target, { type: 'drag', to: to.place })
  state.input.perform(page, input)
}

async function recordRange(state: RecorderState, page: Page, target: Target): Promise<void> {
  await state.input.settled()
  const now = await lookAgain(target.pointed.locator)
  if (now && now.value !== target.pointed.value)
    writeElementStep(state, page, target, { type: 'change', value: now.value })
}

/** Writes the press into a field that nobody has typed into. */
export function flushHeld(state: RecorderState): void {
  const { held } = state
  state.held = undefined
  if (held && !held.page.isClosed()) writeElementStep(state, held.page, held.target, { type: 'click' })
}
