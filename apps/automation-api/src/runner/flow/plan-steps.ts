import type { StoredAction } from '../../automations/action.ts'

/** An action with the place of its result among those of the run. */
export interface PlannedStep {
  action: StoredAction
  index: number
  steps: PlannedStep[]
  else: PlannedStep[]
}

/** The actions as they are performed. Their results are in one list, each before the ones within it. */
export function planSteps(actions: StoredAction[]): PlannedStep[] {
  let count = 0
  const plan = (list: StoredAction[] = []): PlannedStep[] =>
    list.map((action) => {
      const index = count++
      const { steps, else: otherwise } = { steps: undefined, else: undefined, ...action }
      return { action, index, steps: plan(steps), else: plan(otherwise) }
    })
  return plan(actions)
}
