import { setTimeout } from 'node:timers/promises'
import { type DialogAnswer, dropDialog, expectDialog } from '../pages/watch-interruptions.ts'
import type { PlannedStep } from './plan-steps.ts'
import { fillStep, type Place, type RunState, StepFailed } from './run-state.ts'

// A dialog that a script opens a moment after the step.
const LATE_MS = 1000
const PAUSE_MS = 20

/**
 * Answers the dialogs that the `dialog` steps of a list are about. A page stands still while its dialog is open, so the
 * answer must be known before the step that opens it: that is the step before the `dialog` step, or the one after it.
 */
export function answerDialogs(
  { run, result }: RunState,
  steps: PlannedStep[],
  { items, round }: Place,
): { expect: (position: number) => void; check: (position: number) => Promise<void>; end: () => void } {
  const context = run.page.context()
  const answers = new Map<number, DialogAnswer>()
  const isDialog = (position: number) => steps[position]?.action.type === 'dialog'

  const arm = (position: number) => {
    const action = steps[position]!.action
    if (action.type !== 'dialog' || answers.has(position)) return
    try {
      const { name, answer, text } = fillStep({ run, result }, action, { items })
      answers.set(position, { step: name, answer, text, isUsed: false })
    } catch {
      // The step itself reports what it cannot be filled with.
      return
    }
    expectDialog(context, answers.get(position)!)
  }
  const drop = (position: number, answer: DialogAnswer) => {
    answers.delete(position)
    dropDialog(context, answer)
  }

  return {
    /** Called before each step. */
    expect(position) {
      if (isDialog(position)) arm(position)
      else for (let next = position + 1; isDialog(next); next += 1) arm(next)
    },
    /** Called after each step: fails where the dialog that was to be answered has not opened. */
    async check(position) {
      const isLast = steps.slice(position).every((_step, index) => isDialog(position + index))
      if (isDialog(position) && !isLast) return
      for (const [at, answer] of answers) {
        if (at > position) continue
        const deadlineAt = performance.now() + (isDialog(position) ? 0 : LATE_MS)
        while (!answer.isUsed && performance.now() < deadlineAt)
          await setTimeout(PAUSE_MS, undefined, { signal: run.signal })
        drop(at, answer)
        const { action, index } = steps[at]!
        if (answer.isUsed || action.optional) continue
        const error = 'no dialog opened in the step before it, or in the one after it'
        Object.assign(result.steps[index]!, { status: 'failed', error })
        throw new StepFailed(`Step "${action.name}" (dialog) failed${round}: ${error}`)
      }
    },
    end() {
      for (const [position, answer] of answers) drop(position, answer)
    },
  }
}
