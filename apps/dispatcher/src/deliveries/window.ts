/** The requests in flight, of which there is a most. */
export interface Window {
  /** Places that neither a request nor a claim under way has. */
  freePlaces(): number
  /** Whether a good part of the places is free: less is not worth the transaction of a claim. */
  hasRoom(): boolean
  /** The same; where there is no room, `onRoom` is called as soon as there is. */
  lookForRoom(): boolean
  /** Keeps places free for what a claim brings until it has ended. */
  reserve<Result>(places: number, claim: () => Promise<Result>): Promise<Result>
  /** Takes a place for a request until that has ended; it never rejects. */
  add(request: Promise<void>): void
  inFlight(): number
  /** Resolves when all that is in flight now has ended. */
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
