/** Waits for one of the places, does the work, and gives the place back. */
type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Bounds what is done at once. Whoever waits takes turns by name, one place each; one who is alone may have all places. */
export function createTurns(places: number): Turns {
  let free = places
  // By name, in the order of their turns.
  const waiting = new Map<string, (() => void)[]>()
  const giveBack = (): void => {
    const [next] = waiting
    if (!next) {
      free += 1
      return
    }
    const [name, own] = next
    const begin = own.shift()!
    waiting.delete(name)
    if (own.length > 0) waiting.set(name, own)
    begin()
  }
  return async (name, work) => {
    if (free > 0) free -= 1
    else
      await new Promise<void>((resolve) => {
        const own = waiting.get(name)
        if (own) own.push(resolve)
        else waiting.set(name, [resolve])
      })
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
}
