import { copyIn, copyOut } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import type { Copying } from './copying.ts'

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const idLength = 36
const dash = 0x2d
const bytesAtOnce = 2 ** 21

/**
 * Copies the contents that rows name and the other database does not have. What is in an object store stays there: only that it
 * is there is copied.
 *
 * @param text of rows, which name blobs by their ids somewhere
 */
export async function copyBlobs(
  { schema, from, target, objects, added }: Copying,
  text: Buffer,
): Promise<void> {
  const ids = findIds(text)
  if (ids.length === 0) return
  const within = sql.identifier(schema)
  const { rows: blobs } = await from.execute<{ id: string; is_object: boolean }>(sql`
    select id, is_object from ${within}.blobs where id = any(${sql.param(ids)}::uuid[]) and not is_doomed
  `)
  if (blobs.length === 0) return
  for (const blob of blobs) if (blob.is_object) objects.add(blob.id)
  // Rows that name it count themselves; until then it is unused for less than the sweep waits.
  const { rows } = await target.execute<{ id: string; is_object: boolean }>(sql`
    insert into ${within}.blobs (id, is_object, unused_since)
    select id, is_object, now() from unnest(
      ${sql.param(blobs.map(({ id }) => id))}::uuid[], ${sql.param(blobs.map((blob) => blob.is_object))}::boolean[]
    ) as given (id, is_object)
    on conflict (id) do nothing returning id, is_object
  `)
  for (const { id } of rows) added.add(id)
  const inPieces = rows.filter((blob) => !blob.is_object).map(({ id }) => id)
  if (inPieces.length === 0) return
  const pieces = sql`${within}.blob_pieces`
  await from.transaction(async (reader) => {
    const copied = sql`
      copy (select blob_id, number, content from ${pieces} where blob_id = any(${sql.param(inPieces)}::uuid[])) to stdout
    `
    for await (const content of copyOut(reader, copied, bytesAtOnce))
      await copyIn(target, sql`copy ${pieces} (blob_id, number, content) from stdin`, content)
  })
}

/**
 * Deletes contents that were copied for rows that have been deleted since, or that named them by chance.
 *
 * @returns the ids of those that the rows name in an object store
 */
export async function deleteUnnamed({ schema, target, objects, added }: Copying): Promise<string[]> {
  const within = sql.identifier(schema)
  const { rows: unnamed } = await target.execute<{ id: string }>(sql`
    delete from ${within}.blobs where id = any(${sql.param([...added])}::uuid[]) and names = 0 returning id
  `)
  const gone = unnamed.map(({ id }) => id)
  await target.execute(sql`delete from ${within}.blob_pieces where blob_id = any(${sql.param(gone)}::uuid[])`)
  return [...objects].filter((id) => !gone.includes(id))
}

/** What may be an id of a blob. Dashes are looked for, since there are few in what is long. */
function findIds(text: Buffer): string[] {
  const ids = new Set<string>()
  for (let at = text.indexOf(dash); at !== -1; at = text.indexOf(dash, at + 1)) {
    if (at < 8 || text[at + 5] !== dash || text[at + 10] !== dash || text[at + 15] !== dash) continue
    const id = text.toString('latin1', at - 8, at - 8 + idLength)
    if (!idForm.test(id)) continue
    ids.add(id)
    at += 15
  }
  return [...ids]
}
