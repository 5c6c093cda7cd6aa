/** Work that looks for what is to be done, and does it, beside the requests that it follows from. */
export interface Sweep {
  /** Now, or once more when what is under way is done. */
  soon(): void
  /** Waits for what is under way. */
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
