/** Collects items and writes them in batches, at most `intervalMs` late. */
export interface BatchRecorder<Item> {
  record(item: Item): void
  /** Writes the remaining items and stops. */
  close(): Promise<void>
}

/**
 * @param write stores items in the order in which they were recorded; what it could not store is retried with the
 * next ones
 * @param options `limit`: the size of a batch, and how many batches may wait before the oldest items are dropped
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
      // Items recorded during a write are written by the next one.
      await writing
      await flush()
    },
  }
}
