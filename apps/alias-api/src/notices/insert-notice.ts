import { sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import type { NewNotice } from './notice.ts'

const dayMs = 24 * 60 * 60_000
/** Whatever happens to many things of an account at once, it fills nobody's mailbox, and no table. */
const mostADay = 30

/** For how long the same is not told of the same again. */
const pausesMs = {
  webhook_disabled: 0,
  domain_lost: 0,
  // Once a day by itself.
  emails_withheld: 0,
  // Usage goes up and down around the threshold.
  limit_near: 7 * dayMs,
} satisfies Record<NewNotice['kind'], number>

/** The longest pause, and so how long told notices are kept. */
export const longestPauseMs = 7 * dayMs

/** Whether an owner was told the same lately. */
export async function wasTold(
  db: Db,
  now: number,
  { accountId, kind, about }: Omit<NewNotice, 'data'>,
): Promise<boolean> {
  const { rows } = await db.execute(sql`select where ${toldLately(now, { accountId, kind, about })}`)
  return rows.length > 0
}

const toldLately = (now: number, { accountId, kind, about }: Omit<NewNotice, 'data'>) => sql`exists (
  select from alias.notices
  where account_id = ${accountId} and kind = ${kind} and about = ${about}
    and created_at > ${new Date(now - pausesMs[kind])}
)`

/**
 * Has an owner mailed, unless they were told the same lately, or of much of that kind.
 *
 * @param toldAt where the service mails the owner itself
 * @returns whether they are told
 */
export async function insertNotice(
  tx: Db,
  now: number,
  { accountId, kind, about, data }: NewNotice,
  toldAt: Date | null = null,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into alias.notices (id, account_id, kind, about, data, created_at, told_at)
    select ${newId()}, ${accountId}, ${kind}, ${about}, ${JSON.stringify(data)}::jsonb, ${new Date(now)}, ${toldAt}::timestamptz
    where not ${toldLately(now, { accountId, kind, about })} and (
      select count(*) from alias.notices
      where account_id = ${accountId} and kind = ${kind} and created_at > ${new Date(now - dayMs)}
    ) < ${mostADay}
    returning id
  `)
  return rows.length > 0
}
