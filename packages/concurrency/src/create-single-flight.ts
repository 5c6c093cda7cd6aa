/**
 * Turns simultaneous calls with the same key into one call, whose result or error all of them get. Nothing is cached:
 * a call after it has settled runs again.
 */
export function createSingleFlight<Result>(): (key: string, call: () => Promise<Result>) => Promise<Result> {
  const inFlight = new Map<string, Promise<Result>>()
  return (key, call) => {
    let result = inFlight.get(key)
    if (!result) {
      result = call().finally(() => inFlight.delete(key))
      inFlight.set(key, result)
    }
    return result
  }
}
