import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { isHere } from '../cells/is-here.ts'
import { insertNotice } from '../notices/insert-notice.ts'
import type { Services } from '../services.ts'

interface Withheld extends Record<string, unknown> {
  from_address: string
  to_address: string
  reason: string | null
  total: number
}

/** After the first email of which an owner was not told. */
export const toldAfterMs = 24 * 60 * 60_000
const ownersAtATime = 20
/** How many emails a digest names. */
const mostNamed = 10
const longestAddress = 100

/**
 * Tells owners once a day what was withheld from their mailboxes: a day after the first email of which they were not told. Spam
 * is listed apart, and is no news. Any number of processes may run this at the same time.
 *
 * @returns how many owners were told
 */
export async function tellOfWithheld(
  services: Pick<Services, 'db' | 'clock' | 'directory'>,
): Promise<number> {
  let told = 0
  for (let turn = 0; turn < ownersAtATime; turn += 1) {
    const isAny = await services.db.transaction((tx) => tellNextOwner(tx, services, services.clock.now()))
    if (!isAny) break
    told += 1
  }
  return told
}

async function tellNextOwner(
  tx: Db,
  { directory }: Pick<Services, 'directory'>,
  now: number,
): Promise<boolean> {
  // One process at a time, or an owner would get two halves of a digest.
  const { rows } = await tx.execute<{ owner_id: string }>(sql`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended('alias.withheld_emails', 0)) as is_mine)
    select owner_id from alias.withheld_emails
    where not is_told and withheld_at <= ${new Date(now - toldAfterMs)} and (select is_mine from turn)
      and ${isHere(directory, sql`owner_id`)}
    order by withheld_at limit 1
  `)
  const [due] = rows
  if (!due) return false
  const { accountId, mode } = accountOf(due.owner_id)
  const withheld = await tx.execute<Withheld>(sql`
    with told as (
      update alias.withheld_emails set is_told = true
      where email_id in (
        select email_id from alias.withheld_emails
        where owner_id = ${due.owner_id} and not is_told and withheld_at <= ${new Date(now)}
        -- What is being forwarded after all is no news.
        for update skip locked
      )
      returning email_id
    )
    select email.from_address, email.to_address, email.forward_reason as reason, count(*) over ()::integer as total
    from told join alias.emails email on email.id = told.email_id
    where not email.is_deleted and not email.is_spam
    order by email.id desc limit ${mostNamed}
  `)
  if (mode === 'live' && withheld.rows.length > 0 && !(await isSuspended(tx, due.owner_id, accountId)))
    await insertNotice(tx, now, {
      accountId,
      kind: 'emails_withheld',
      about: 'emails',
      data: writeDigest(withheld.rows),
    })
  return true
}

/** Whether mail to the account's own address bounced: a digest would bounce too, and cost the service its reputation. */
async function isSuspended(tx: Db, ownerId: string, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from alias.accounts account
    join alias.forwarding_addresses mailbox on lower(mailbox.email) = lower(account.email)
    where account.id = ${accountId} and mailbox.owner_id = ${ownerId} and mailbox.suspended_at is not null limit 1
  `)
  return rowCount === 1
}

/** Without the emails' subjects, which whoever forges mail would like to have in a mail of ours. */
function writeDigest(withheld: Withheld[]): { subject: string; text: string } {
  const { total } = withheld[0]!
  const emails = total === 1 ? '1 email was' : `${total} emails were`
  const lines = withheld.map(
    ({ from_address: from, to_address: to, reason }) => `${plain(from)} to ${to}: ${reason ?? ''}`,
  )
  const rest = total - withheld.length
  return {
    subject: `${emails} not forwarded`,
    text: `${emails} withheld from your mailboxes since the last such email, and ${total === 1 ? 'is' : 'are'} in the inbox of ${total === 1 ? 'its alias' : 'their aliases'} alone:

${lines.join('\n')}
${rest > 0 ? `and ${rest} more\n` : ''}`,
  }
}

const plain = (address: string): string => address.replaceAll(/[^\x21-\x7e]+/g, ' ').slice(0, longestAddress)
