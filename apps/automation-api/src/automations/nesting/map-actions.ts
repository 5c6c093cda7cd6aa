/** Replaces every action of a list and within its actions; `map` gets each without having to look inside of it. */
export function mapActions<From extends object, To extends object>(
  actions: From[],
  map: (action: From) => To,
): To[] {
  return actions.map((action) => {
    const { steps, else: otherwise } = action as { steps?: From[]; else?: From[] }
    return {
      ...map(action),
      ...(steps && { steps: mapActions(steps, map) }),
      ...(otherwise && { else: mapActions(otherwise, map) }),
    }
  })
}
