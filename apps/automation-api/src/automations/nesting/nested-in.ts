/** The steps within a step, in the order in which they are written. */
export function nestedIn<Step extends object>(step: Step): Step[] {
  const { steps = [], else: otherwise = [] } = step as { steps?: Step[]; else?: Step[] }
  return [...steps, ...otherwise]
}
