import type { Clock } from '@waypost/postgres'

/** The requests in flight, up to a maximum. */
export interface Window {
  /** Places that no request uses, as far as they may be used now. */
  freePlaces(): number
  /** Whether enough places are free to be worth a claim. If not, `onRoom` is called as soon as enough requests have ended. */
  lookForRoom(): boolean
  /** Time until there may be room although no request ends; Infinity where none is new. */
  waitMs(): number
  /** Takes places for the requests of a claim until they have ended. They must never reject. */
  add(requests: Promise<void>[]): void
  inFlight(): number
  /** Resolves when all requests in flight now have ended. */
  settled(): Promise<void>
}

// Receivers that answer promptly need no more in flight than this, and with fewer, claims and settlements are smaller and cost Postgres
// more. All that belongs to a request outlives V8's young generation: a third more take 5 to 10 MiB.
const mostNew = 768
// While receivers are slow, so many further requests are begun in this time although none of them has ended.
const newMs = 50

interface Batch {
  begunAt: number
  inFlight: number
  isNew: boolean
}

export function createWindow(places: number, clock: Pick<Clock, 'now'>, onRoom: () => void): Window {
  const newPlaces = Math.min(places, mostNew)
  const requests = new Set<Promise<void>>()
  /** Those that are new, oldest first. */
  const batches: Batch[] = []
  let fresh = 0
  let isAwaited = false

  const age = (): void => {
    while (batches[0] && batches[0].begunAt <= clock.now() - newMs) {
      const batch = batches.shift()!
      batch.isNew = false
      fresh -= batch.inFlight
    }
  }
  const end = (batch: Batch): void => {
    batch.inFlight -= 1
    if (batch.isNew) fresh -= 1
  }
  const freeOfAll = (): number => places - requests.size
  const freeOfNew = (): number => {
    age()
    return newPlaces - fresh
  }
  const hasRoom = (): boolean => freeOfAll() >= places / 4 && freeOfNew() >= newPlaces / 4

  return {
    freePlaces: () => Math.max(0, Math.min(freeOfAll(), freeOfNew())),
    lookForRoom() {
      isAwaited = !hasRoom()
      return !isAwaited
    },
    waitMs: () => (batches[0] ? batches[0].begunAt + newMs - clock.now() : Infinity),
    add(claimed) {
      if (claimed.length === 0) return
      const batch = { begunAt: clock.now(), inFlight: claimed.length, isNew: true }
      batches.push(batch)
      fresh += claimed.length
      for (const request of claimed) {
        const taken = request.then(() => {
          requests.delete(taken)
          end(batch)
          if (isAwaited && hasRoom()) onRoom()
        })
        requests.add(taken)
      }
    },
    inFlight: () => requests.size,
    settled: async () => void (await Promise.all(requests)),
  }
}
