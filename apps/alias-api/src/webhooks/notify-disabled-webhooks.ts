import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { isHere } from '../cells/is-here.ts'
import { tellOwner } from '../notices/tell-owner.ts'
import type { ApiServices } from '../services.ts'

interface Disabled extends Record<string, unknown> {
  id: string
  owner_id: string
  url: string
  disabled_reason: string
}

const batchSize = 100

/**
 * Notifies the owners of webhooks that the service has disabled, once each time a webhook is disabled. The note and
 * the e-mail commit in one transaction. The dispatcher, which disables webhooks, has no access to accounts and mail.
 *
 * @returns how many there were
 */
export async function notifyDisabledWebhooks(
  services: Pick<ApiServices, 'db' | 'clock' | 'work' | 'systemMail' | 'directory'>,
): Promise<number> {
  return services.db.transaction(async (tx) => {
    const disabled = await noteDisabled(tx, services)
    for (const { id, owner_id: ownerId, url, disabled_reason: reason } of disabled)
      // Of a test-mode webhook too: the person has to see it.
      await tellOwner(tx, services, {
        accountId: accountOf(ownerId).accountId,
        kind: 'webhook_disabled',
        about: id,
        subject: 'Your webhook was disabled',
        text: disabledText(url, reason),
      })
    return disabled.length
  })
}

async function noteDisabled(tx: Db, { directory }: Pick<ApiServices, 'directory'>): Promise<Disabled[]> {
  const { rows } = await tx.execute<Disabled>(sql`
    with noted as (
      insert into alias.webhook_notices as notice (webhook_id, disabled_at)
      select id, disabled_at from alias.webhooks webhook
      where disabled_at is not null and held_at is null and ${isHere(directory, sql`owner_id`)} and not exists (
        select from alias.webhook_notices noted_before where noted_before.webhook_id = webhook.id and noted_before.disabled_at = webhook.disabled_at)
      order by disabled_at limit ${batchSize}
      on conflict (webhook_id) do update set disabled_at = excluded.disabled_at
      where notice.disabled_at < excluded.disabled_at
      returning webhook_id
    )
    select webhook.id, owner_id, url, disabled_reason
    from noted join alias.webhooks webhook on webhook.id = noted.webhook_id
  `)
  return rows
}

const disabledText = (url: string, reason: string) => `Your webhook to

${url}

was disabled because its deliveries failed. ${reason}.

Nothing is sent to it until you enable it again. Events that it misses are kept for seven days: after enabling it, recover the missed deliveries to have them sent.
`
