import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { emails, messages } from '../db/mail-tables.ts'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import { domainOf } from '../outbound/mail-address.ts'
import { queueDeparture } from '../outbound/queue-departure.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import { uncheckable, type Authentication, type AuthenticityChecker } from '../authenticity/authenticity.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { addReturnPath } from '../bounces/return-path.ts'
import { isHosted } from '../domains/is-hosted.ts'
import { composeForward } from './compose-forward.ts'
import type { Signer } from '../signing/create-signer.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { hasWholeHead } from '../smtp/head-of.ts'
import { StorageError, type Stored } from '../storage/storage.ts'
import { isWanted } from './queue-forwards.ts'

/** What came of a wish to forward; all but the first leave the email where it is. */
export type Forwarded = 'forwarded' | 'unwanted' | Withheld

/** Why an email is not forwarded that a rule wants to be. */
type Withheld = 'forged' | 'loop' | 'hosted' | 'unknown' | 'header'

const reasons: Record<Withheld, string> = {
  forged: 'It is not from whom it says (DMARC).',
  loop: 'It has been here before, or has come too far.',
  hosted: 'The destination is on a domain of aliases.',
  header: 'Its header is too long.',
  unknown: 'DNS did not say for a day whether it is from whom it says.',
}
const givenUpAfterMs = 86_400_000

/** What forwarding needs. */
export type ForwardServices = MailServices & {
  dns: DnsOptions
  checker: Pick<AuthenticityChecker, 'check'>
  signer: Signer
}

const dnsMs = 8000

/**
 * Forwards a received email, once, where its alias's rule still wants it. Forwarding never loosens authentication: what
 * fails DMARC stays here.
 *
 * @throws where DNS does not say, so that it is tried again later
 */
export async function forwardEmail(services: ForwardServices, emailId: string): Promise<Forwarded> {
  const { clock, dns } = services
  const verdict = await findVerdict(services, emailId)
  const found = await findForward(services, emailId)
  if (!found) {
    if (verdict === 'unknown') throw new UnknownSenderError(emailId)
    return 'unwanted'
  }
  const { email, message, to } = found
  if (verdict === 'unknown') {
    if (clock.now() < email.receivedAt.getTime() + givenUpAfterMs) throw new UnknownSenderError(emailId)
    return withhold(services, found, 'unknown')
  }
  if (verdict === 'forged') return withhold(services, found, 'forged')
  if (await isHosted(services.db, domainOf(to))) return withhold(services, found, 'hosted')

  // Nobody but who means harm writes one, and what is not read cannot be signed.
  if (message.restId !== null && !hasWholeHead(message.content)) return withhold(services, found, 'header')

  const forward = composeForward(message.content, {
    alias: email.toAddress,
    author: { address: email.fromAddress, name: email.fromName },
    clientName: message.clientName ?? '',
    clientIp: message.clientIp ?? '',
    mxHost: dns.mxHost,
    at: new Date(clock.now()),
    isRewritten: verdict === 'vouched',
  })
  if (!forward) return withhold(services, found, 'loop')
  const { restId } = message
  return queueForward(services, found, await seal(services, email, { content: forward, restId }))
}

/** With what was found of it here, which nobody can find once it came from us. */
async function seal(
  { signer, clock, dns, storage }: ForwardServices,
  { toAddress, authentication }: Found['email'],
  forward: Stored,
): Promise<Buffer> {
  const { content, restId } = forward
  const key = await signer.findKey(domainOf(toAddress))
  if (!key || !authentication) return content
  const bodyHash = restId === null ? undefined : await hashBodyOf(storage, forward)
  return sealMessage(content, authentication, { key, mxHost: dns.mxHost, at: clock.now(), bodyHash })
}

class UnknownSenderError extends Error {
  constructor(emailId: string) {
    super(`DNS does not say who sent ${emailId}`)
  }
}

/** Queues it, unless somebody else has. */
async function queueForward(services: ForwardServices, found: Found, content: Buffer): Promise<Forwarded> {
  const { email, message, to, forwardingAddressId } = found
  const at = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    if (!(await mark(tx, found, { forwardedAt: at, forwardStatus: 'queued' }))) return 'unwanted'
    const returned = { emailId: email.id, forwardingAddressId, createdAt: at }
    await queueDeparture(tx, services, {
      ownerId: email.ownerId,
      emailId: null,
      // What comes from nobody, as bounces do, returns to nobody: two could send each other bounces for ever.
      mailFrom: message.mailFrom === '' ? '' : await addReturnPath(tx, email.toAddress, returned),
      rcptTo: to,
      content,
      restId: message.restId,
      restSize: message.size - message.content.length,
      signedBy: domainOf(email.toAddress),
      forwardedEmailId: email.id,
      forwardingAddressId,
    })
    return 'forwarded'
  })
}

/** Says with the email why it stays where it is. */
async function withhold({ db, clock }: ForwardServices, found: Found, why: Withheld): Promise<Forwarded> {
  const at = new Date(clock.now())
  const isMarked = await mark(db, found, {
    forwardedAt: at,
    forwardStatus: 'withheld',
    forwardReason: reasons[why],
  })
  return isMarked ? why : 'unwanted'
}

async function mark(
  tx: Db,
  { email, to }: Found,
  outcome: Partial<typeof emails.$inferInsert>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(emails)
    .set({ ...outcome, forwardTo: to })
    .where(and(eq(emails.id, email.id), isNull(emails.forwardedAt)))
  return rowCount === 1
}

/** Whether it is from whom it says; where nobody knew when it was listed, DNS is asked again. */
async function findVerdict(
  { db, checker, storage }: ForwardServices,
  emailId: string,
): Promise<Authentication['verdict'] | undefined> {
  const [email] = await db.select().from(emails).where(eq(emails.id, emailId))
  const known = email?.authentication?.verdict
  if (!email || (known && known !== 'unknown')) return known
  const [message] = await db.select().from(messages).where(eq(messages.id, email.messageId))
  if (!message) return undefined
  const authentication = await checker.check(toReceived(message, storage), dnsMs).catch((error: unknown) => {
    if (error instanceof StorageError) throw error
    return uncheckable
  })
  await db.update(emails).set({ authentication }).where(eq(emails.messageId, email.messageId))
  return authentication.verdict
}

interface Found {
  email: typeof emails.$inferSelect
  message: typeof messages.$inferSelect
  to: string
  forwardingAddressId: string
}

/** The email and where it goes, as the rule is now. */
async function findForward({ db }: MailServices, emailId: string): Promise<Found | undefined> {
  const [found] = await db
    .select({
      email: emails,
      message: messages,
      rule: forwardingRules,
      to: forwardingAddresses.email,
      forwardingAddressId: forwardingAddresses.id,
    })
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
