import type { AutomationApi } from '@waypost/sdk'

type Step = AutomationApi.Action | AutomationApi.ListedAction

/** The steps within a step: those of an `if`, a `repeat` or a `forEach`. */
export function nestedIn<Each extends Step>(action: Each): { steps: Each[]; otherwise: Each[] } {
  const { steps = [], else: otherwise = [] } = action as { steps?: Each[]; else?: Each[] }
  return { steps, otherwise }
}

/** Every step, each before the ones within it. */
export function listActions<Each extends Step>(actions: Each[]): Each[] {
  return actions.flatMap((action) => {
    const { steps, otherwise } = nestedIn(action)
    return [action, ...listActions([...steps, ...otherwise])]
  })
}
