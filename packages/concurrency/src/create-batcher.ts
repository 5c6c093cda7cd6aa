export interface BatcherOptions {
  /** Batches that are worked on at a time. */
  concurrency: number
  /** Items of one batch. */
  maxItems: number
  /** How long a batch waits for more items, in milliseconds; by default for what comes in this turn of the event loop. */
  waitMs?: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Makes calls of the same moment one call, as DataLoader does. What is asked for while all batches are busy is the next
 * batch, so that batches grow with the load.
 *
 * @param work gives a result for each item, in their order. Where it rejects, each item of the batch is tried once more
 * by itself, so that one harms no other; work must be able to be done twice.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { concurrency, maxItems, waitMs = 0 }: BatcherOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let busy = 0
  const finish = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else for (const one of batch) await finish([one])
    }
  }
  const begin = async (): Promise<void> => {
    while (waiting.length > 0) await finish(waiting.splice(0, maxItems))
    busy -= 1
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy === concurrency) return
      busy += 1
      if (waitMs === 0) setImmediate(() => void begin())
      else setTimeout(() => void begin(), waitMs)
    })
}
