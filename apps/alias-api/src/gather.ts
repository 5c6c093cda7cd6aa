export interface GatherOptions {
  /** Groups that are worked on at a time. */
  groups: number
  /** Of one group. */
  mostItems: number
  /** How long a group waits for others to come; by default it begins with whatever came in this turn of the event loop. */
  lingerMs?: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Does together what is asked for at about the same time. What comes while all groups are busy is the next one, so that
 * groups grow with the load.
 *
 * @param work gives a result for each item, in their order. Where it rejects, each of several items is tried once more
 * by itself, so that one harms no other; work must be able to be done again then.
 */
export function gather<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { groups, mostItems, lingerMs = 0 }: GatherOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let busy = 0
  const settle = async (group: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(group.map(({ item }) => item))
      group.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error)
      else for (const one of group) await settle([one])
    }
  }
  const begin = async (): Promise<void> => {
    while (waiting.length > 0) await settle(waiting.splice(0, mostItems))
    busy -= 1
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy === groups) return
      busy += 1
      if (lingerMs === 0) setImmediate(() => void begin())
      else setTimeout(() => void begin(), lingerMs)
    })
}
