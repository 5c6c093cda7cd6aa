import type { Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Copies the contents that rows name and the other database does not have. What is in an object store stays there: only that it
 * is there is copied.
 *
 * @param texts of rows, which name blobs by their ids somewhere
 * @returns the ids of those in an object store
 */
export async function copyBlobs(from: Db, to: Db, schema: string, texts: string[]): Promise<string[]> {
  const ids = [...new Set(texts.flatMap((text) => text.match(idForm) ?? []))]
  if (ids.length === 0) return []
  const within = sql.identifier(schema)
  const { rows: blobs } = await from.execute<{ id: string; is_object: boolean }>(sql`
    select id, is_object from ${within}.blobs where id = any(${sql.param(ids)}::uuid[]) and not is_doomed
  `)
  for (const { id, is_object: isObject } of blobs) {
    // Rows that name it count themselves; until then it is unused for less than the sweep waits.
    const { rows: added } = await to.execute(sql`
      insert into ${within}.blobs (id, is_object, unused_since) values (${id}, ${isObject}, now())
      on conflict (id) do nothing returning id
    `)
    if (added.length === 0 || isObject) continue
    for (let number = 0; ; number += 1) {
      const { rows } = await from.execute<{ content: Buffer }>(
        sql`select content from ${within}.blob_pieces where blob_id = ${id} and number >= ${number} order by number limit 1`,
      )
      if (!rows[0]) break
      await to.execute(
        sql`insert into ${within}.blob_pieces (blob_id, number, content) values (${id}, ${number}, ${rows[0].content})`,
      )
    }
  }
  return blobs.filter((blob) => blob.is_object).map(({ id }) => id)
}
