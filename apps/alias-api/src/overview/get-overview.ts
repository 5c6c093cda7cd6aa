import { sql } from 'drizzle-orm'
import { getAccount } from '../accounts/get-account.ts'
import type { Db } from '@waypost/postgres'
import { aliasChannel, listAttemptDays } from '@waypost/webhooks'
import type { Actor, ApiServices } from '../services.ts'
import { listEmailDays } from './list-email-days.ts'
import type { Overview } from './overview.ts'

type Attention = Pick<Overview, 'forwardingAddresses' | 'domains'> & {
  webhooks: Omit<Overview['webhooks'], 'days'>
}

/** What an account's mail was like in the last days, and what needs attention. */
export async function getOverview(
  services: Pick<ApiServices, 'db' | 'clock' | 'limits' | 'postsPerMinute'>,
  actor: Pick<Actor, 'ownerId' | 'accountId'>,
  days: number,
): Promise<Overview> {
  const { db, clock } = services
  const now = clock.now()
  const [emails, attention, attemptDays, { sending, usage }] = await Promise.all([
    listEmailDays(db, actor.ownerId, { days, now }),
    countAttention(db, actor.ownerId),
    listAttemptDays(db, aliasChannel, actor.ownerId, { days, now }),
    getAccount(services, actor),
  ])
  const webhooks = { ...attention.webhooks, days: attemptDays }
  return { timeZone: 'UTC', ...emails, sending, ...attention, webhooks, usage }
}

/** Reads no more rows than the account's limits allow. */
async function countAttention(db: Db, ownerId: string): Promise<Attention> {
  const { rows } = await db.execute<Record<keyof Attention, never>>(sql`
    select
      (select json_build_object('suspended', count(suspended_at),
        'unverified', count(*) filter (where verified_at is null and suspended_at is null))
        from alias.forwarding_addresses where owner_id = ${ownerId}) as "forwardingAddresses",
      (select json_build_object('pending', count(*) filter (where status = 'pending'))
        from alias.domains where owner_id = ${ownerId}) as domains,
      (select json_build_object('failing', count(*) filter (where failure_count > 0 and is_active),
        'disabled', count(disabled_at))
        from alias.webhooks where owner_id = ${ownerId}) as webhooks
  `)
  return rows[0]!
}
