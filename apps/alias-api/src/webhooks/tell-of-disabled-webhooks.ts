import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf, ownerOf } from '../accounts/owner.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import type { ApiServices } from '../services.ts'

interface Disabled extends Record<string, unknown> {
  owner_id: string
  url: string
  disabled_reason: string
  email: string | null
}

const batchSize = 100

/**
 * Writes to the owners of webhooks that the service has disabled, once each time that one is. Whoever makes the note of
 * it writes the letter, in one transaction; the dispatcher, which disables, knows of no accounts and no mail.
 *
 * @returns how many there were
 */
export async function tellOfDisabledWebhooks(
  services: Pick<ApiServices, 'db' | 'clock' | 'work' | 'systemMail'>,
): Promise<number> {
  return services.db.transaction(async (tx) => {
    const disabled = await noteDisabled(tx)
    for (const { owner_id: ownerId, url, disabled_reason: reason, email } of disabled) {
      if (email === null) continue
      await enqueueSystemMail(tx, services, {
        // Of a webhook for test data the person is to hear as well.
        ownerId: ownerOf(accountOf(ownerId).accountId, 'live'),
        to: email,
        subject: 'A webhook of yours was disabled',
        text: letter(url, reason),
      })
    }
    return disabled.length
  })
}

async function noteDisabled(tx: Db): Promise<Disabled[]> {
  const { rows } = await tx.execute<Disabled>(sql`
    with noted as (
      insert into alias.webhook_notices as notice (webhook_id, disabled_at)
      select id, disabled_at from alias.webhooks webhook
      where disabled_at is not null and held_at is null and not exists (
        select from alias.webhook_notices told where told.webhook_id = webhook.id and told.disabled_at = webhook.disabled_at)
      order by disabled_at limit ${batchSize}
      on conflict (webhook_id) do update set disabled_at = excluded.disabled_at
      where notice.disabled_at < excluded.disabled_at
      returning webhook_id
    )
    select owner_id, url, disabled_reason, email
    from noted join alias.webhooks webhook on webhook.id = noted.webhook_id
    left join alias.accounts account on account.id = substr(owner_id, position(':' in owner_id) + 1)
  `)
  return rows
}

const letter = (url: string, reason: string) => `The webhook to

${url}

was disabled, because it did not answer as it should. ${reason}.

Nothing is sent to it until you enable it again. What happens meanwhile is kept for seven days: once it is enabled, ask for it to be recovered and it will be sent.
`
