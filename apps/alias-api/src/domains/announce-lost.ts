import type { Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { accountOf } from '../accounts/owner.ts'
import { tellOwner } from '../notices/tell-owner.ts'
import type { MailServices } from '../services.ts'
import type { DomainRow } from './domain.ts'

type Reason = 'moved' | 'records_missing'

/** Tells an owner, by an event and by e-mail, that a domain is no longer verified and its aliases receive nothing. */
export async function announceLost(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'outbox' | 'work' | 'systemMail'>,
  { id, ownerId, domain }: Pick<DomainRow, 'id' | 'ownerId' | 'domain'>,
  reason: Reason,
): Promise<void> {
  const lostAt = new Date(services.clock.now()).toISOString()
  const data = { domainId: id, domain, reason, lostAt }
  publishEvent(tx, services.outbox, { ownerId, event: 'domain.lost', data })
  const { accountId, mode } = accountOf(ownerId)
  if (mode === 'test') return
  await tellOwner(tx, services, {
    accountId,
    kind: 'domain_lost',
    about: id,
    subject: `${domain} is no longer yours on Waypost`,
    text: textsOf[reason](domain),
  })
}

const textsOf: Record<Reason, (domain: string) => string> = {
  moved: (domain) => `Another account has verified ${domain}, and your verification record is no longer there.

Your aliases on it receive nothing any more, and their emails stay with you. The other account gets none of either.

If the domain is yours, publish your verification record again and verify it.
`,
  records_missing: (domain) => `The DNS records of ${domain} have been missing for a day.

Your aliases on it receive nothing until the records are there again; the domain is then verified by itself.
`,
}
