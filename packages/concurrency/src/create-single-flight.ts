/**
 * Makes simultaneous calls with the same key one call, whose result or error all of them get. Nothing is cached: the next
 * call after it has settled is made again.
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
