/** Collects when keys were used and writes the times in batches, at most `intervalMs` late. */
export interface LastUsedRecorder {
  record(keyId: string): void
  /** Writes the remaining times and stops. */
  close(): Promise<void>
}

/** @param write stores the times, given as key id → epoch milliseconds; what it could not store is retried */
export function createLastUsedRecorder(
  write: (usedAt: Map<string, number>) => Promise<void>,
  { intervalMs = 1000, onError }: { intervalMs?: number; onError: (error: unknown) => void },
): LastUsedRecorder {
  let pending = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let closed = false

  const flushLater = () => {
    if (!closed) timer ??= setTimeout(() => void flush(), intervalMs)
  }

  const flush = (): Promise<void> => {
    timer = undefined
    const batch = pending
    pending = new Map()
    if (batch.size === 0) return writing
    writing = writing
      .then(() => write(batch))
      .catch((error: unknown) => {
        for (const [id, at] of batch) if (!pending.has(id)) pending.set(id, at)
        onError(error)
        flushLater()
      })
    return writing
  }

  return {
    record(keyId) {
      pending.set(keyId, Date.now())
      flushLater()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await flush()
    },
  }
}
