import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'

const hourMs = 3_600_000
/** Runs that wait again and again fill nobody's mailbox. */
const mostInAnHour = 10

/** Has the owner of a run mailed that it waits for them. */
export async function insertWaitingNotice(
  tx: Db,
  now: number,
  { executionId, ownerId }: { executionId: string; ownerId: string },
): Promise<void> {
  await tx.execute(sql`
    insert into automation.waiting_notices (id, execution_id, owner_id, created_at)
    select ${newId()}, ${executionId}, ${ownerId}, ${new Date(now)}
    where (
      select count(*) from automation.waiting_notices
      where owner_id = ${ownerId} and created_at > ${new Date(now - hourMs)}
    ) < ${mostInAnHour}
  `)
}
