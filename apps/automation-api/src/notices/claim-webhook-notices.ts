import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'
import type { WebhookNotice } from './notice.ts'

const claimedMs = 2 * 60_000
const hourMs = 3_600_000
/** Webhooks that fail together fill nobody's mailbox: the others follow in later hours, where they still fail. */
const mostInAnHour = 10

interface Row extends Record<string, unknown>, Omit<WebhookNotice, 'failingSince' | 'lastStatus' | 'url'> {
  url: string
  failingSince: string
  lastStatus: string | null
}

/**
 * Claims notices about webhooks that are announced as failing (`webhook.failing`), one for each time. What is not confirmed is
 * claimed again later.
 */
export async function claimWebhookNotices({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<WebhookNotice[]> {
  const now = clock.now()
  const at = new Date(now)
  const { rows } = await db.execute<Row>(sql`
    with due as materialized (
      select webhook.id, webhook.owner_id, announced_failing_since,
        row_number() over (partition by webhook.owner_id order by webhook.id) as place
      from automation.webhooks webhook
      left join automation.webhook_notices notice
        on notice.webhook_id = webhook.id and notice.failing_since = announced_failing_since
      where announced_failing_since is not null
        and (notice.webhook_id is null or notice.told_at is null and notice.claimed_until <= ${at}::timestamptz)
    ), claimed as (
      insert into automation.webhook_notices as notice (webhook_id, owner_id, failing_since, notice_id, claimed_until)
      select id, owner_id, announced_failing_since, uuidv7(), ${new Date(now + claimedMs)}::timestamptz from due
      where place + (
        select count(*) from automation.webhook_notices lately
        where lately.owner_id = due.owner_id and lately.claimed_until > ${new Date(now - hourMs)}::timestamptz
          and lately.webhook_id <> due.id
      ) <= ${mostInAnHour}
      order by id limit 100
      on conflict (webhook_id) do update set
        notice_id = case when notice.failing_since = excluded.failing_since then notice.notice_id else excluded.notice_id end,
        failing_since = excluded.failing_since, claimed_until = excluded.claimed_until, told_at = null
      where notice.failing_since <> excluded.failing_since
        or notice.told_at is null and notice.claimed_until <= ${at}::timestamptz
      returning webhook_id, notice_id
    )
    select notice_id as id, owner_id as "ownerId", 'webhook_failing' as kind, webhook.id as "webhookId",
      name as "webhookName", url, announced_failing_since as "failingSince", failure_count as "failedAttempts",
      last_status as "lastStatus"
    from claimed join automation.webhooks webhook on webhook.id = webhook_id
  `)
  return rows.map((row) => ({
    ...row,
    url: new URL(row.url).origin,
    failingSince: new Date(row.failingSince).toISOString(),
  }))
}
