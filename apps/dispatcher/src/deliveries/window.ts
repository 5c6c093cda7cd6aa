/** The requests in flight, up to a maximum. */
export interface Window {
  /** Places that neither a request nor a claim under way uses. */
  freePlaces(): number
  /** Whether enough places are free to be worth a claim's transaction. */
  hasRoom(): boolean
  /** Like `hasRoom`; if false, `onRoom` is called as soon as there are enough places. */
  lookForRoom(): boolean
  /** Keeps places free for a claim until it has ended. */
  reserve<Result>(places: number, claim: () => Promise<Result>): Promise<Result>
  /** Takes a place for a request until it has ended. The request must never reject. */
  add(request: Promise<void>): void
  inFlight(): number
  /** Resolves when all requests in flight now have ended. */
  settled(): Promise<void>
}

export function createWindow(places: number, onRoom: () => void): Window {
  const requests = new Set<Promise<void>>()
  let reserved = 0
  let isAwaited = false
  const freePlaces = (): number => places - requests.size - reserved
  const hasRoom = (): boolean => freePlaces() >= places / 4
  return {
    freePlaces,
    hasRoom,
    lookForRoom() {
      isAwaited = !hasRoom()
      return !isAwaited
    },
    async reserve(wanted, claim) {
      reserved += wanted
      return claim().finally(() => (reserved -= wanted))
    },
    add(request) {
      const taken = request.then(() => {
        requests.delete(taken)
        if (isAwaited && hasRoom()) onRoom()
      })
      requests.add(taken)
    },
    inFlight: () => requests.size,
    settled: async () => void (await Promise.all(requests)),
  }
}
