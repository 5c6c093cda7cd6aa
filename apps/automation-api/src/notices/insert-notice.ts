import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import type { NewNotice } from './notice.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Whatever happens to many things of an account at once, it fills nobody's mailbox, and no table. */
const mostADay = 30

/** For how long the same is not told of the same again. */
const pausesMs = {
  // Of an automation that fails and completes by turns.
  automation_failing: hourMs,
  automation_recovered: 0,
  // Each run of an automation may make the heal again.
  heal_undecided: 7 * dayMs,
  // Usage goes up and down around the threshold.
  limit_near: 7 * dayMs,
} satisfies Record<NewNotice['kind'], number>

/** The longest pause, and so how long told notices are kept. */
export const longestPauseMs = 7 * dayMs

/**
 * Has an owner mailed, unless they were told the same lately, or of much of that kind.
 *
 * @returns whether they are told
 */
export async function insertNotice(
  tx: Db,
  now: number,
  { ownerId, kind, subject, automationId, data }: NewNotice,
): Promise<boolean> {
  // Two runs that end at the same moment do not see each other's notice.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`notices/${ownerId}/${kind}/${subject}`}, 0))`,
  )
  const told = sql`select from automation.notices where owner_id = ${ownerId} and kind = ${kind}`
  const { rows } = await tx.execute(sql`
    insert into automation.notices (id, owner_id, kind, subject, automation_id, data, created_at)
    select ${newId()}, ${ownerId}, ${kind}, ${subject}, ${automationId}, ${JSON.stringify(data)}::jsonb, ${new Date(now)}
    where not exists (${told} and subject = ${subject} and created_at > ${new Date(now - pausesMs[kind])})
      and (
        select count(*) from automation.notices
        where owner_id = ${ownerId} and kind = ${kind} and created_at > ${new Date(now - dayMs)}
      ) < ${mostADay}
    returning id
  `)
  return rows.length > 0
}
