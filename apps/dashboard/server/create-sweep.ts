/** Background work that finds pending tasks and does them, outside of requests. */
export interface Sweep {
  /** Runs now, or again after the current run. */
  soon(): void
  /** Waits for the current run. */
  close(): Promise<void>
}

export function createSweep(work: () => Promise<void>, onError: (error: unknown) => void): Sweep {
  let sweeping: Promise<void> | undefined
  let isWanted = false

  const sweep = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false
      await work().catch(onError)
    }
    sweeping = undefined
  }
  return {
    soon() {
      isWanted = true
      sweeping ??= sweep()
    },
    close: async () => sweeping,
  }
}
