import { sql } from 'drizzle-orm'
import { limitOf } from '../../limits/limit-of.ts'
import { storedBytes } from '../../limits/stored-bytes.ts'
import type { Services } from '../../services.ts'

/** Stores a step's screenshot in place of that of its last time, unless the owner of the run has stored as much as they may; returns whether it did. */
export async function insertScreenshot(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  executionId: string,
  stepIndex: number,
  image: Buffer,
): Promise<boolean> {
  const ownerId = sql`executions.owner_id`
  const { rowCount } = await db.execute(sql`
    insert into automation.step_screenshots (execution_id, step_index, image)
    select id, ${stepIndex}, ${image} from automation.executions
    where id = ${executionId} and (${storedBytes(ownerId)}) < ${limitOf(limits, 'bytesStored', ownerId)}
    on conflict (execution_id, step_index) do update set image = excluded.image
  `)
  return (rowCount ?? 0) > 0
}
