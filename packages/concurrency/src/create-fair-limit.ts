/**
 * Waits for a place that is for `ownerId`, does the work, and gives the place back.
 *
 * @param signal ends the wait, with its reason; the work itself is not told
 */
type FairLimit = <Result>(
  ownerId: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>

/**
 * Bounds what is done at once, and shares its places among owners. Those who wait take turns, one place each, in whatever
 * order their work came. An owner takes no more places than it leaves free, so that a few owners with work that takes long do
 * not hold them all: the first has half of them at most, the next half of the rest, and so on.
 *
 * @see https://doi.org/10.1109/90.664262 Choudhury and Hahne: Dynamic queue length thresholds
 */
export function createFairLimit(places: number): FairLimit {
  const taken = new Map<string, number>()
  // By owner, in the order of their turns.
  const waiting = new Map<string, Set<() => void>>()
  let free = places

  const mayTake = (ownerId: string): boolean => (taken.get(ownerId) ?? 0) < free
  const take = (ownerId: string): void => {
    free -= 1
    taken.set(ownerId, (taken.get(ownerId) ?? 0) + 1)
  }
  const giveBack = (ownerId: string): void => {
    free += 1
    const left = taken.get(ownerId)! - 1
    if (left > 0) taken.set(ownerId, left)
    else taken.delete(ownerId)
    for (let next = findNext(); next !== undefined; next = findNext()) callNext(next)
  }
  const findNext = (): string | undefined => [...waiting.keys()].find(mayTake)
  const callNext = (ownerId: string): void => {
    const own = waiting.get(ownerId)!
    const [begin] = own
    own.delete(begin!)
    waiting.delete(ownerId)
    if (own.size > 0) waiting.set(ownerId, own)
    take(ownerId)
    begin!()
  }
  const wait = (ownerId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = waiting.get(ownerId) ?? new Set()
      waiting.set(ownerId, own)
      const leave = (): void => {
        own.delete(begin)
        if (own.size === 0) waiting.delete(ownerId)
        reject(signal.reason)
      }
      const begin = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      own.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })

  return async (ownerId, signal, work) => {
    signal.throwIfAborted()
    if (!waiting.has(ownerId) && mayTake(ownerId)) take(ownerId)
    else await wait(ownerId, signal)
    try {
      return await work()
    } finally {
      giveBack(ownerId)
    }
  }
}
