/** Collects what is to be written and writes it together, at most `intervalMs` late. */
export interface BatchRecorder<Item> {
  record(item: Item): void
  /** Writes what is left and stops. */
  close(): Promise<void>
}

/**
 * @param write stores items in the order in which they came; what it could not store is tried again with the next
 * @param options `limit`: as many at a time, and how many times that may wait before the oldest are given up
 */
export function createBatchRecorder<Item>(
  write: (items: Item[]) => Promise<void>,
  {
    intervalMs = 1000,
    limit = 1000,
    onError,
  }: { intervalMs?: number; limit?: number; onError: (error: unknown) => void },
): BatchRecorder<Item> {
  const keptBatches = 100
  let pending: Item[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => (writing = undefined))
    return writing
  }
  const flushLater = (): void => {
    if (!isClosed) timer ??= setTimeout(() => void flush(), intervalMs)
  }
  const writeAll = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending.splice(0, limit)
      try {
        await write(batch)
      } catch (error) {
        onError(error)
        pending = [...batch, ...pending].slice(-keptBatches * limit)
        flushLater()
        return
      }
    }
  }

  return {
    record(item) {
      pending.push(item)
      if (pending.length >= limit && !isClosed) void flush()
      else flushLater()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      // What came in while one was being written is left for another.
      await writing
      await flush()
    },
  }
}
