import type { Page } from 'playwright-core'
import type { ViewInput } from '@waypost/live-view'
import { describeTarget } from '../pointing/describe-target.ts'
import { findFocus, type Pointed } from '../pointing/point-at.ts'
import type { RecorderState } from '../recorder-state.ts'
import { flushHeld } from './act-by-pointer.ts'
import { recordChoice } from './choose-option.ts'
import { recordChecked } from './record-checked.ts'
import { endTyping, typeInto } from './type-text.ts'
import { writeElementStep, writeStep } from './write-step.ts'

const MODIFIERS = new Set(['Control', 'Alt', 'Shift', 'Meta', 'AltGraph'])
const MOVES_FOCUS = 'Tab'
const LEAVES_FIELD = /^(?:Enter|NumpadEnter|Escape)$/
const MOVES_IN_LIST = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down))$/

/** A key that goes down. What it does depends on what has the focus, which is recorded before the page hears of it. */
export async function pressKey(
  state: RecorderState,
  page: Page,
  input: Extract<ViewInput, { type: 'keyDown' | 'keyUp' }>,
): Promise<void> {
  const { key } = input
  const perform = () => state.input.perform(page, input)
  if (input.type === 'keyUp') {
    state.modifiers.delete(key)
    perform()
    return endChecking(state)
  }
  if (MODIFIERS.has(key)) state.modifiers.add(key)
  if (MODIFIERS.has(key)) return perform()
  // What was done before may have moved the focus.
  await state.input.settled()
  const focus = await findFocus(page)
  if (key === MOVES_FOCUS) {
    await endTyping(state)
    flushHeld(state)
    return perform()
  }
  if (focus?.kind === 'field' && !isOfPage(focus, key)) return typeInto(state, page, focus, perform)
  await endTyping(state)
  flushHeld(state)
  await state.pictured()
  await pressOn(state, page, focus, key, perform)
}

/** Whether a key in a field is for the page, and no part of what is typed. */
function isOfPage({ isMultiline, hasPopup, isReadOnly }: Pointed, key: string): boolean {
  if (isReadOnly) return true
  if (LEAVES_FIELD.test(key)) return !(isMultiline && key.endsWith('Enter'))
  return hasPopup && MOVES_IN_LIST.test(key)
}

async function pressOn(
  state: RecorderState,
  page: Page,
  focus: Pointed | undefined,
  key: string,
  perform: () => void,
): Promise<void> {
  const isEnter = /^(?:Numpad)?Enter$/.test(key)
  const isPlain = ![...state.modifiers].some((each) => each !== 'Shift')
  const target = focus && (await describeTarget(focus).catch(() => undefined))
  if (target && isPlain && focus.kind === 'check' && (key === ' ' || focus.isRadio)) {
    state.checking = { page, target }
    return perform()
  }
  if (target && focus.kind === 'select') {
    perform()
    state.choosing = { page, target }
    await state.input.settled()
    return recordChoice(state)
  }
  if (target && isPlain && focus.kind === 'press' && (isEnter || key === ' ')) {
    const { id: stepId } = writeElementStep(state, page, target, { type: 'click' })
    state.lastPress = { page, target, stepId }
    return perform()
  }
  const chord = [...[...state.modifiers].filter((each) => each !== 'Shift' || key.length > 1), key].join('+')
  if (target && focus.kind === 'field')
    writeElementStep(
      state,
      page,
      { ...target, called: `${chord} in ${target.called}` },
      { type: 'press', key: chord },
    )
  else writeStep(state, page, chord, { type: 'press', key: chord })
  perform()
  await state.input.settled()
}

/** A check box changes when the key comes up. */
async function endChecking(state: RecorderState): Promise<void> {
  const { checking } = state
  state.checking = undefined
  if (!checking) return
  const { page, target } = checking
  const focus = target.pointed.isRadio ? await findFocus(page) : undefined
  // The arrow keys of radio buttons choose another one.
  const isOther = focus?.kind === 'check' && focus.id !== target.pointed.id
  await recordChecked(state, page, isOther ? await describeTarget(focus) : target)
}
