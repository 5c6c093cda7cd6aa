/** Room in memory for what is being worked on. */
export interface SharedRoom {
  /** Does something when there is room for it, in the order in which it was asked for. */
  within<Result>(bytes: number, work: () => Promise<Result>): Promise<Result>
}

/** @param bytes in all; what is larger has it all to itself */
export function createRoom(bytes: number): SharedRoom {
  let free = bytes
  const waiting: { needed: number; enter: () => void }[] = []
  const admit = (): void => {
    for (let [next] = waiting; next !== undefined && next.needed <= free; [next] = waiting) {
      waiting.shift()
      free -= next.needed
      next.enter()
    }
  }
  return {
    async within(size, work) {
      const needed = Math.min(size, bytes)
      await new Promise<void>((enter) => {
        waiting.push({ needed, enter })
        admit()
      })
      try {
        return await work()
      } finally {
        free += needed
        admit()
      }
    },
  }
}
