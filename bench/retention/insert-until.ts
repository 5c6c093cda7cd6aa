import { Client } from 'pg'
import type { Shape } from './shapes.ts'

export interface Inserts {
  inserted: number
  perSecond: number
  slowestMs: number
}

const insertedAtATime = 100

/** Inserts a hundred rows in each transaction, one transaction after the other, until `ended` resolves. */
export async function insertUntil(url: string, { insert }: Shape, ended: Promise<void>): Promise<Inserts> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const over = new AbortController()
  const ending = ended.finally(() => over.abort())
  const startedAt = performance.now()
  let inserted = 0
  let slowestMs = 0
  while (!over.signal.aborted) {
    const at = performance.now()
    await client.query(insert(insertedAtATime))
    slowestMs = Math.max(slowestMs, performance.now() - at)
    inserted += insertedAtATime
  }
  await ending
  const seconds = (performance.now() - startedAt) / 1000
  await client.end()
  return { inserted, perSecond: inserted / seconds, slowestMs }
}
