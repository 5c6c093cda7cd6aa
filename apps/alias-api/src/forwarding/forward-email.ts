import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { emails, messages } from '../db/mail-tables.ts'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import { queueDeparture } from '../outbound/queue-departure.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import { uncheckable, type Authentication, type AuthenticityChecker } from '../authenticity/authenticity.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { composeForward } from './compose-forward.ts'
import { isWanted } from './queue-forwards.ts'

/** What came of a wish to forward; all but the first leave the email where it is. */
export type Forwarded = 'forwarded' | 'unwanted' | 'bounce' | 'forged' | 'loop'

/** What forwarding needs. */
export type ForwardServices = MailServices & { dns: DnsOptions; checker: Pick<AuthenticityChecker, 'check'> }

const dnsMs = 8000

/**
 * Forwards a received email, once, where its alias's rule still wants it. Forwarding never loosens authentication: what
 * fails DMARC stays here.
 *
 * @throws where DNS does not say, so that it is tried again later
 */
export async function forwardEmail(services: ForwardServices, emailId: string): Promise<Forwarded> {
  const { db, clock, dns } = services
  const verdict = await findVerdict(services, emailId)
  if (verdict === 'unknown') throw new Error(`DNS does not say who sent ${emailId}`)
  const found = await findForward(services, emailId)
  if (!found) return 'unwanted'
  const { email, message, to } = found
  const { content, mailFrom, clientIp, clientName } = message
  if (clientIp === null || clientName === null) return 'unwanted'
  // It tells of mail that did not arrive, perhaps of one that was forwarded: it would come back for ever.
  if (mailFrom === '') return 'bounce'
  if (verdict === 'forged') return 'forged'

  const at = new Date(clock.now())
  const forward = composeForward(content, {
    alias: email.toAddress,
    author: { address: email.fromAddress, name: email.fromName },
    clientName,
    clientIp,
    mxHost: dns.mxHost,
    at,
    isRewritten: verdict === 'vouched',
  })
  if (!forward) return 'loop'
  return db.transaction(async (tx) => {
    const marked = await tx
      .update(emails)
      .set({ forwardedAt: at })
      .where(and(eq(emails.id, emailId), isNull(emails.forwardedAt)))
      .returning({ id: emails.id })
    if (marked.length === 0) return 'unwanted'
    await queueDeparture(tx, services, {
      ownerId: email.ownerId,
      emailId: null,
      mailFrom: email.toAddress,
      rcptTo: to,
      content: forward,
    })
    return 'forwarded'
  })
}

/** Whether it is from whom it says; where nobody knew when it was listed, DNS is asked again. */
async function findVerdict(
  { db, checker }: ForwardServices,
  emailId: string,
): Promise<Authentication['verdict'] | undefined> {
  const [email] = await db.select().from(emails).where(eq(emails.id, emailId))
  const known = email?.authentication?.verdict
  if (!email || (known && known !== 'unknown')) return known
  const [message] = await db.select().from(messages).where(eq(messages.id, email.messageId))
  if (!message) return undefined
  const authentication = await checker.check(toReceived(message), dnsMs).catch(() => uncheckable)
  await db.update(emails).set({ authentication }).where(eq(emails.messageId, email.messageId))
  return authentication.verdict
}

/** The email and where it goes, as the rule is now. */
async function findForward({ db }: MailServices, emailId: string) {
  const [found] = await db
    .select({ email: emails, message: messages, rule: forwardingRules, to: forwardingAddresses.email })
    .from(emails)
    .innerJoin(messages, eq(messages.id, emails.messageId))
    .innerJoin(forwardingRules, eq(forwardingRules.addressId, emails.addressId))
    .innerJoin(forwardingAddresses, eq(forwardingAddresses.id, forwardingRules.forwardToId))
    .where(
      and(
        eq(emails.id, emailId),
        isNull(emails.forwardedAt),
        forwardingRules.isActive,
        isNotNull(forwardingAddresses.verifiedAt),
      ),
    )
  return found && isWanted(found.email, found.rule) ? found : undefined
}
