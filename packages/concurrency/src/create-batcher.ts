export interface BatcherOptions {
  /** Batches in progress at the same time. */
  concurrency: number
  /** The maximum number of items in a batch. */
  maxItems: number
  /**
   * How long a batch waits for more items, in milliseconds; by default until the end of this turn of the event loop.
   */
  waitMs?: number
  /** Where the work rejects, all of the batch are: for work that fails for all of them alike. */
  failsTogether?: boolean
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Turns calls of the same moment into one call, as DataLoader does. Calls that arrive while all batches are in
 * progress form the next one, so that batches grow with the load.
 *
 * @param work returns a result for each item, in order. Where it rejects, each item of the batch is retried alone, so
 * that one cannot harm the others; hence work must be safe to repeat, but with `failsTogether`.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { concurrency, maxItems, waitMs = 0, failsTogether = false }: BatcherOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let busy = 0
  const finish = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (failsTogether || batch.length === 1) for (const { reject } of batch) reject(error)
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
