export interface PlacedAction<Step> {
  action: Step
  /** The action's path in the list, such as `[0, 'steps', 2]`. */
  path: (string | number)[]
  /** The same for people, counted from 1: `1.3`, and `1.else.1` in an `else`. */
  id: string
}

/** Every action of a list and within its actions, with its place: each before the ones within it. */
export function listPlacedActions<Step extends object>(
  actions: Step[],
  path: (string | number)[] = [],
  id = '',
): PlacedAction<Step>[] {
  return actions.flatMap((action, index) => {
    const { steps = [], else: otherwise = [] } = action as { steps?: Step[]; else?: Step[] }
    const own = { action, path: [...path, index], id: `${id}${index + 1}` }
    return [
      own,
      ...listPlacedActions(steps, [...own.path, 'steps'], `${own.id}.`),
      ...listPlacedActions(otherwise, [...own.path, 'else'], `${own.id}.else.`),
    ]
  })
}
