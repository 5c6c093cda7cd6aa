import { sql } from 'drizzle-orm'
import type { Clock, Db } from '@waypost/postgres'
import { deleteBlob, type StorageOptions } from './create-storage.ts'
import { tablesIn } from './tables-in.ts'

const keptMs = 3_600_000
const batchSize = 100

/**
 * Deletes blobs that no row has referenced for an hour. Any number of processes may run it at the same time, and be
 * killed at any moment: a blob that is being deleted stays listed until it is gone.
 *
 * @param objects absent: blobs in an object store stay until one is configured again
 */
export async function sweepBlobs(
  { db, clock, schema, objects }: { db: Db; clock: Clock } & StorageOptions,
  stopping?: AbortSignal,
): Promise<void> {
  const tables = tablesIn(schema)
  const before = new Date(clock.now() - keptMs)
  for (;;) {
    const { rows } = await db.execute<{ id: string; is_object: boolean }>(sql`
      update ${tables.blobs} set is_doomed = true where id in (
        select id from ${tables.blobs} where unused_since < ${before} and (not is_object or ${objects !== undefined})
        order by unused_since limit ${batchSize} for update skip locked)
      returning id, is_object
    `)
    for (const { id, is_object: isObject } of rows)
      await deleteBlob(db, tables, id, isObject ? objects : undefined)
    if (rows.length < batchSize || stopping?.aborted) return
  }
}
