import type { Db } from '@waypost/postgres'
import type { WantedContact } from '../contacts/ensure-contacts.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import { findMailboxIds, readIds } from '../replies/reply-ids.ts'
import type { Removed } from '../rewriting/removed.ts'
import { encryptForward } from './encrypt-forward.ts'
import { removeFromForward, type RewriteServices } from './remove-from-forward.ts'
import { splitMessage } from '../signing/split-message.ts'
import { hasForgedLiteral } from '../spam/score-message.ts'
import type { Stored } from '../storage/stored.ts'
import type { AliasLinks } from '../alias-links/write-links.ts'
import { composeForward, unsubscribeFields } from './compose-forward.ts'
import type { Destination, Email, Message } from './find-forwards.ts'
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

/** The fields of an email that its forward is made from. */
type Forwardable = Pick<
  Email,
  'ownerId' | 'addressId' | 'toAddress' | 'fromAddress' | 'fromName' | 'authentication' | 'isSpam'
>

interface ForwardInput {
  destination: Pick<Destination, 'forwardingAddressId' | 'isHosted' | 'removesTrackers' | 'isEncrypted'>
  email: Forwardable
  message: Message
  /** Absent: the forward has none. */
  links?: AliasLinks | undefined
}

/** A forward that can be sent. */
export interface PreparedForward {
  /** The message to send; of a large one, its beginning. */
  content: Buffer
  /** The received message, or what was made of it: the forward has its body. */
  message: Message
  /** Absent: nothing was to be removed. */
  removed: Removed | undefined
}

/**
 * Prepares the forward of an email whose author is authenticated, with our ARC seal; of a large one, its beginning.
 * Forwarding never loosens authentication: mail that fails DMARC is withheld. Replies go to the reverse addresses of the
 * author's contact, and leave from the alias. Where the author's signature covers what changes, as it does where the
 * body is rewritten or encrypted, or only SPF authenticates the author, which fails for our server, a reverse address stands in
 * From as well.
 *
 * @returns the reason where the email is withheld
 */
export async function prepareForward(
  services: PrepareServices,
  { email, message: received, destination, links }: ForwardInput,
): Promise<PreparedForward | Withheld> {
  const verdict = email.authentication?.verdict
  if (verdict === 'forged') return 'forged'
  if (email.authentication?.missingDomain !== undefined) return 'missing'
  const senders = [email.fromAddress, received.mailFrom ?? '']
  if (senders.some((sender) => hasForgedLiteral(sender, received.clientIp ?? ''))) return 'literal'
  if (email.isSpam) return 'spam'
  if (destination.isHosted) return 'hosted'
  // Only a malicious sender writes such a header, and a header that is not read to its end cannot be signed.
  if (received.restId !== null && !hasWholeHead(received.content)) return 'header'
  const { message: shown, removed } = destination.removesTrackers
    ? await removeFromForward(services, email.ownerId, received)
    : { message: received, removed: undefined }
  const { isEncrypted, forwardingAddressId } = destination
  const message = isEncrypted
    ? await encryptForward(services, email.ownerId, forwardingAddressId, shown)
    : shown
  if (typeof message === 'string') return message
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
  const isKept = staysBy(changed)
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
    replyTo,
    ids,
    links: links && { ...links, hasButton },
  })
  if (!forward) return 'loop'
  return { content: await seal(services, email, { ...message, content: forward }), message, removed }
}

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

/** Seals the authentication results found here, which no server after ours can find again. */
async function seal(
  { signer, clock, dns, storage }: PrepareServices,
  { toAddress, authentication }: Forwardable,
  forward: Stored & { bodyHash: string | null },
): Promise<Buffer> {
  const { content } = forward
  const key = await signer.findKey(domainOf(toAddress))
  if (!key || !authentication) return content
  const bodyHash = await hashBodyOf(storage, forward)
  return sealMessage(content, authentication, { key, mxHost: dns.mxHost, at: clock.now(), bodyHash })
}
