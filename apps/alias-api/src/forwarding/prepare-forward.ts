import type { Db } from '@waypost/postgres'
import type { Authentication } from '../authenticity/authenticity.ts'
import type { WantedContact } from '../contacts/ensure-contacts.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import { findMailboxIds, readIds } from '../replies/reply-ids.ts'
import type { Removed } from '../rewriting/removed.ts'
import { writeFooter } from '../alias-links/write-footer.ts'
import type { RewriteServices } from './remove-from-forward.ts'
import { rewriteForward } from './rewrite-forward.ts'
import { splitMessage } from '../signing/split-message.ts'
import { hasForgedLiteral } from '../spam/score-message.ts'
import type { Stored } from '../storage/stored.ts'
import type { AliasLinks } from '../alias-links/write-links.ts'
import { composeForward, unsubscribeFields } from './compose-forward.ts'
import type { Destination } from './destination.ts'
import type { Email, Message } from './find-forwards.ts'
import { keepsAuthor } from './keeps-author.ts'
import { readCorrespondents } from './read-correspondents.ts'
import type { Withheld } from './withheld-reasons.ts'

export type PrepareServices = Pick<MailServices, 'clock'> &
  RewriteServices & {
    dns: Pick<DnsOptions, 'mxHost'>
    signer: Signer
    db: Db
    /** The reverse address of a contact; undefined where its alias was deleted. */
    findReverse: (contact: WantedContact) => Promise<string | undefined>
  }

const unsealed = { result: 'none' } as const

/** The fields of an email that its forward is made from. */
type Forwardable = Pick<
  Email,
  'ownerId' | 'addressId' | 'toAddress' | 'fromAddress' | 'fromName' | 'authentication' | 'isSpam'
>

interface ForwardInput {
  destination: Pick<
    Destination,
    | 'forwardingAddressId'
    | 'isHosted'
    | 'isStopped'
    | 'isSuspended'
    | 'removesTrackers'
    | 'aliasLinks'
    | 'forwardsUnverified'
    | 'isEncrypted'
  >
  email: Forwardable
  message: Message
  /** Absent: the forward has none. */
  links?: AliasLinks | undefined
  /** Whether an email that could not be encrypted in time is withheld. */
  isLast: boolean
}

/** A forward that can be sent. */
export interface PreparedForward {
  /** The message to send; of a large one, its beginning. */
  content: Buffer
  /** Of its whole body; null: it is to be computed. */
  bodyHash: string | null
  /** The received message, or what was made of it: the forward has its body. */
  message: Message
  /** Absent: nothing was to be removed. */
  removed: Removed | undefined
}

/** A decision about an email, and the key state of its destination by which it was made. */
export interface Decided {
  decision: PreparedForward | Withheld
  /** Null: the destination had no key, or it did not matter. */
  keyState: string | null
}

/**
 * Prepares the forward of an email whose author is authenticated, with our ARC seal; of a large one, its beginning.
 * Forwarding never loosens authentication: mail that fails DMARC is withheld, or leaves marked where its owner and the author's
 * domain both let it. Replies go to the reverse addresses of the
 * author's contact, and leave from the alias. Where the author's signature covers what changes, as it does where the
 * body is rewritten or encrypted, or only SPF authenticates the author, which fails for our server, a reverse address stands in
 * From as well.
 */
export async function prepareForward(
  services: PrepareServices,
  { email, message: received, destination, links, isLast }: ForwardInput,
): Promise<Decided> {
  const reason = findReason({ email, message: received, destination })
  if (reason) return { decision: reason, keyState: null }
  const verdict = email.authentication?.verdict
  const footer =
    links && destination.aliasLinks === 'footer' ? writeFooter(email.toAddress, links) : undefined
  const rewritten = await rewriteForward(services, received, { destination, footer, isLast })
  const { keyState } = rewritten
  if ('withheld' in rewritten) return { decision: rewritten.withheld, keyState }
  const { message, removed, hasFooter } = rewritten
  const hasNewBody = message !== received
  const { fields } = splitMessage(message.content)
  const domain = domainOf(email.toAddress)
  const written = readIds(fields, 'in-reply-to', 'references')
  const ids = await findMailboxIds(services.db, email.addressId, written, domain)
  const replyTo = await findReverseAddresses(services, email, message)
  const changed = new Set(['reply-to', ...(ids.size > 0 ? ['in-reply-to', 'references'] : [])])
  const staysBy = (names: ReadonlySet<string>): boolean =>
    verdict !== 'vouched' &&
    (!email.authentication || keepsAuthor(fields, email.authentication, names, hasNewBody))
  const isUnverified = verdict === 'forged'
  // A mark is in the name and the subject, and whoever is not authenticated is no author.
  const isKept = !isUnverified && staysBy(changed)
  // Links are worth no author: where they would break the author's signature, the mail program's button stays what it was.
  const hasButton = !isKept || staysBy(new Set([...changed, ...unsubscribeFields]))
  const forward = composeForward(message.content, {
    alias: email.toAddress,
    author: { address: email.fromAddress, name: email.fromName },
    clientName: message.clientName ?? '',
    clientIp: message.clientIp ?? '',
    mxHost: services.dns.mxHost,
    at: new Date(services.clock.now()),
    from: isKept ? undefined : replyTo[0],
    isUnverified,
    replyTo,
    ids,
    links: links && !hasFooter ? { ...links, hasButton } : undefined,
  })
  if (!forward) return { decision: 'loop', keyState }
  const isEncrypted = keyState !== null
  const sealed = await seal(services, email, { ...message, content: forward }, isEncrypted)
  return { decision: { ...sealed, message, removed }, keyState }
}

/** Why an email is withheld, as far as that can be said before its forward is made. */
function findReason({
  email,
  message,
  destination,
}: Pick<ForwardInput, 'email' | 'message' | 'destination'>): Withheld | undefined {
  if (email.authentication?.verdict === 'forged' && !mayBeMarked(email.authentication, destination))
    return 'forged'
  if (email.authentication?.missingDomain !== undefined) return 'missing'
  const senders = [email.fromAddress, message.mailFrom ?? '']
  if (senders.some((sender) => hasForgedLiteral(sender, message.clientIp ?? ''))) return 'literal'
  if (email.isSpam) return 'spam'
  if (destination.isStopped) return 'stopped'
  if (destination.isHosted) return 'hosted'
  if (destination.isSuspended) return 'suspended'
  // Only a malicious sender writes such a header, and a header that is not read to its end cannot be signed.
  return message.restId !== null && !hasWholeHead(message.content) ? 'header' : undefined
}

/** Whether mail that fails DMARC is forwarded, marked: its owner wants it, and the author's domain asks for reports alone. */
const mayBeMarked = (
  { dmarc }: Authentication,
  { forwardsUnverified }: Pick<Destination, 'forwardsUnverified'>,
): boolean => forwardsUnverified && dmarc.result === 'fail' && dmarc.policy === 'none'

/**
 * The addresses to which a reply goes. The alias itself where this service could not write to the author: a reply that
 * comes back is better than one that shows the mailbox.
 */
async function findReverseAddresses(
  { findReverse }: Pick<PrepareServices, 'findReverse'>,
  { ownerId, addressId, toAddress, fromAddress, fromName }: Forwardable,
  { content }: Message,
): Promise<string[]> {
  const author = { email: fromAddress, name: fromName }
  const correspondents = readCorrespondents(content, author, toAddress)
  const found = await Promise.all(
    correspondents.map((each) => findReverse({ ...each, ownerId, addressId, address: toAddress })),
  )
  const reverse = found.filter((each) => each !== undefined)
  return reverse.length > 0 ? reverse : [toAddress]
}

/**
 * Seals the authentication results found here, which no server after ours can find again. An encrypted forward has the
 * seals of the received message inside, so ours begins another chain.
 */
async function seal(
  { signer, clock, dns, storage }: PrepareServices,
  { ownerId, toAddress, authentication }: Forwardable,
  forward: Stored & { bodyHash: string | null },
  isEncrypted: boolean,
): Promise<Pick<PreparedForward, 'content' | 'bodyHash'>> {
  const { content } = forward
  const key = await signer.findKey(domainOf(toAddress), ownerId)
  if (!key || !authentication) return { content, bodyHash: forward.bodyHash }
  const bodyHash = await hashBodyOf(storage, forward)
  const found = isEncrypted ? { ...authentication, arc: unsealed } : authentication
  const by = { key, mxHost: dns.mxHost, at: clock.now(), bodyHash }
  return { content: await sealMessage(content, found, by), bodyHash }
}
