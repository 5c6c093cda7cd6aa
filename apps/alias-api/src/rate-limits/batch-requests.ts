import type { Db } from '@waypost/postgres'
import { admitRequests, type Asked, type Counted } from './admit-requests.ts'

/** A request with its count. */
export interface Admission extends Counted {
  /** The position of the request in its bucket and minute, from 1 on. */
  number: number
}

export type Admit = (request: Omit<Asked, 'times'>) => Promise<Admission>

interface Batched {
  asked: Asked
  waiting: PromiseWithResolvers<Admission>[]
}

/**
 * Counts requests that arrive together in one statement, and each of them individually: requests that arrive while a
 * statement runs wait for the next one. Every statement starts after the last of its requests arrived, so a revoked
 * key or a changed plan holds for the very next request in every process.
 */
export function batchRequests(db: Db): Admit {
  let next = new Map<string, Batched>()
  let isRunning = false

  const work = async (): Promise<void> => {
    isRunning = true
    while (next.size > 0) {
      // Waits until every request that the sockets delivered in this turn of the event loop has been added.
      await new Promise(setImmediate)
      const batch = [...next.values()]
      next = new Map()
      await admitRequests(db)(batch.map(({ asked }) => asked)).then(
        (counted) => numberRequests(batch, counted),
        (error: unknown) => {
          for (const { waiting } of batch) for (const each of waiting) each.reject(error)
        },
      )
    }
    isRunning = false
  }

  return ({ keyHash, accountId, epoch, client }) => {
    const caller = JSON.stringify([keyHash?.toString('base64url'), accountId, epoch, client])
    const entry = next.get(caller) ?? {
      asked: { keyHash, accountId, epoch, client, times: 0 },
      waiting: [],
    }
    next.set(caller, entry)
    entry.asked.times += 1
    const admission = Promise.withResolvers<Admission>()
    entry.waiting.push(admission)
    if (!isRunning) void work()
    return admission.promise
  }
}

/** Numbers the requests of one bucket consecutively, whichever of its callers they came from. */
function numberRequests(batch: Batched[], counted: Counted[]): void {
  const left = new Map<string, number>()
  for (const [index, counts] of counted.entries()) {
    const inBatch = left.get(counts.bucket) ?? countIn(batch, counted, counts.bucket)
    const { waiting } = batch[index]!
    left.set(counts.bucket, inBatch - waiting.length)
    for (const [place, each] of waiting.entries())
      each.resolve({ ...counts, number: counts.used - inBatch + place + 1 })
  }
}

function countIn(batch: Batched[], counted: Counted[], bucket: string): number {
  return counted.reduce(
    (sum, counts, index) => sum + (counts.bucket === bucket ? batch[index]!.asked.times : 0),
    0,
  )
}
