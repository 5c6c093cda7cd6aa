import { and, eq, isNull, sql } from 'drizzle-orm'
import { carryTrace, type CarriedTrace } from '@waypost/telemetry'
import { emails } from '../db/mail-tables.ts'
import { domainOf } from '../outbound/mail-address.ts'
import { queueDepartures } from '../outbound/queue-departure.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import { uncheckable, type AuthenticityChecker } from '../authenticity/authenticity.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { addReturnPaths } from '../bounces/return-path.ts'
import { gather } from '../gather.ts'
import { composeForward } from './compose-forward.ts'
import type { Signer } from '../signing/create-signer.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { hasWholeHead } from '../smtp/head-of.ts'
import { StorageError, type Stored } from '../storage/storage.ts'
import { findForwards, type Email, type Found, type Message } from './find-forwards.ts'
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

// Of usual ones; each takes a quarter of a MiB at most.
const together = { groups: 1, mostItems: 40 }

/**
 * Forwards received emails, each once, where its alias's rule still wants it. Forwarding never loosens authentication:
 * what fails DMARC stays here. What is found and queued at about the same time is so together.
 *
 * @returns forwards one, by its id; throws where DNS does not say, so that it is tried again later
 */
export function createForwarder(services: ForwardServices): (emailId: string) => Promise<Forwarded> {
  const { db, clock, dns } = services
  const find = gather((ids: string[]) => findForwards(db, ids), together)
  const queue = gather((forwards: NewForward[]) => queueTogether(services, forwards), together)
  const findChecked = async (emailId: string): Promise<Found | undefined> => {
    const found = await find(emailId)
    if (!found || (found.email.authentication && found.email.authentication.verdict !== 'unknown'))
      return found
    await checkAgain(services, found)
    // It may have taken long, and the rule be another one.
    return find(emailId)
  }
  return async (emailId) => {
    const found = await findChecked(emailId)
    if (!found) return 'unwanted'
    const { email, message, destination } = found
    const verdict = email.authentication?.verdict
    const wanted = destination && email.forwardedAt === null && isWanted(email, destination) && destination
    if (!wanted) {
      if (verdict === 'unknown') throw new UnknownSenderError(emailId)
      return 'unwanted'
    }
    const { to, forwardingAddressId } = wanted
    if (verdict === 'unknown') {
      if (clock.now() < email.receivedAt.getTime() + givenUpAfterMs) throw new UnknownSenderError(emailId)
      return withhold(services, { email, to }, 'unknown')
    }
    if (verdict === 'forged') return withhold(services, { email, to }, 'forged')
    if (wanted.isHosted) return withhold(services, { email, to }, 'hosted')

    // Nobody but who means harm writes one, and what is not read cannot be signed.
    if (message.restId !== null && !hasWholeHead(message.content))
      return withhold(services, { email, to }, 'header')

    const forward = composeForward(message.content, {
      alias: email.toAddress,
      author: { address: email.fromAddress, name: email.fromName },
      clientName: message.clientName ?? '',
      clientIp: message.clientIp ?? '',
      mxHost: dns.mxHost,
      at: new Date(clock.now()),
      isRewritten: verdict === 'vouched',
    })
    if (!forward) return withhold(services, { email, to }, 'loop')
    const content = await seal(services, email, { ...message, content: forward })
    return queue({ email, message, to, forwardingAddressId, content, trace: carryTrace() })
  }
}

/** With what was found of it here, which nobody can find once it came from us. */
async function seal(
  { signer, clock, dns, storage }: ForwardServices,
  { toAddress, authentication }: Email,
  forward: Stored & { bodyHash: string | null },
): Promise<Buffer> {
  const { content } = forward
  const key = await signer.findKey(domainOf(toAddress))
  if (!key || !authentication) return content
  const bodyHash = await hashBodyOf(storage, forward)
  return sealMessage(content, authentication, { key, mxHost: dns.mxHost, at: clock.now(), bodyHash })
}

class UnknownSenderError extends Error {
  constructor(emailId: string) {
    super(`DNS does not say who sent ${emailId}`)
  }
}

interface NewForward {
  email: Email
  message: Message
  to: string
  forwardingAddressId: string
  content: Buffer
  trace: CarriedTrace
}

/** Queues those that nobody else has queued. */
async function queueTogether(services: ForwardServices, forwards: NewForward[]): Promise<Forwarded[]> {
  const at = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update alias.emails email set forwarded_at = ${at}, forward_status = 'queued', forward_to = wanted.forward_to
      from unnest(${sql.param(forwards.map(({ email }) => email.id))}::uuid[],
        ${sql.param(forwards.map(({ to }) => to))}::text[]) as wanted (id, forward_to)
      where email.id = wanted.id and forwarded_at is null returning email.id
    `)
    const marked = new Set(rows.map(({ id }) => id))
    // One that is asked for twice is there once.
    const isOwn = forwards.map(({ email }) => marked.delete(email.id))
    const own = forwards.filter((_, index) => isOwn[index])
    // What comes from nobody, as bounces do, returns to nobody: two could send each other bounces for ever.
    const returnable = own.filter(({ message }) => message.mailFrom !== '')
    const paths = await addReturnPaths(
      tx,
      returnable.map(({ email, forwardingAddressId }) => ({
        alias: email.toAddress,
        emailId: email.id,
        forwardingAddressId,
        createdAt: at,
      })),
    )
    const pathOf = new Map(returnable.map((forward, index) => [forward, paths[index]!]))
    await queueDepartures(
      tx,
      services,
      own.map((forward) => {
        const { email, message, to, forwardingAddressId, content, trace } = forward
        return {
          ownerId: email.ownerId,
          emailId: null,
          mailFrom: pathOf.get(forward) ?? '',
          rcptTo: to,
          content,
          restId: message.restId,
          restSize: message.size - message.content.length,
          bodyHash: message.bodyHash,
          signedBy: domainOf(email.toAddress),
          forwardedEmailId: email.id,
          forwardingAddressId,
          trace,
        }
      }),
    )
    return isOwn.map((is) => (is ? 'forwarded' : 'unwanted'))
  })
}

/** Says with the email why it stays where it is. */
async function withhold(
  { db, clock }: ForwardServices,
  { email, to }: { email: Email; to: string },
  why: Withheld,
): Promise<Forwarded> {
  const { rowCount } = await db
    .update(emails)
    .set({
      forwardedAt: new Date(clock.now()),
      forwardStatus: 'withheld',
      forwardReason: reasons[why],
      forwardTo: to,
    })
    .where(and(eq(emails.id, email.id), isNull(emails.forwardedAt)))
  return rowCount === 1 ? why : 'unwanted'
}

/** Asks DNS again, where nobody knew when it was listed whether it is from whom it says. */
async function checkAgain({ db, checker, storage }: ForwardServices, { message }: Found): Promise<void> {
  const authentication = await checker.check(toReceived(message, storage), dnsMs).catch((error: unknown) => {
    if (error instanceof StorageError) throw error
    return uncheckable
  })
  await db.update(emails).set({ authentication }).where(eq(emails.messageId, message.id))
}
