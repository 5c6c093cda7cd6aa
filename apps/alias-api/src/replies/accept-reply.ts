import { createTurns } from '@waypost/concurrency'
import { StorageError } from '@waypost/storage'
import { buffer } from 'node:stream/consumers'
import { DomainError } from '@waypost/http'
import { normaliseAddress } from '../addresses/live-address.ts'
import { toReceived } from '../authenticity/to-received.ts'
import { readMailboxes } from '../forwarding/read-correspondents.ts'
import type { IncomingMessage } from '../inbound/incoming-message.ts'
import type { MessageReader } from '../inbound/list-message.ts'
import { LimitError } from '../limits/limit-error.ts'
import type { ParsedAttachment, ParsedMessage } from '../parsing/parse-message.ts'
import { storableMessage } from '../parsing/storable-message.ts'
import type { MailServices } from '../services.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { noSuchAlias, tryLater } from '../smtp/refusal.ts'
import { readWhole } from '../storage/stored.ts'
import { cleanReply, type CleanReply } from './clean-reply.ts'
import {
  findContactEmails,
  findPrivateAddresses,
  findReplyMailboxes,
  findReplyTargets,
  type ReplyTarget,
} from './find-reply-targets.ts'
import { isTrustedChain } from './is-trusted-chain.ts'
import { readIds } from './reply-ids.ts'
import {
  automatic,
  limitReached,
  notAllowed,
  storageFull,
  strangeAuthor,
  unauthenticated,
  unreadable,
} from './reply-refusal.ts'
import { sendReplies } from './send-replies.ts'

/** Takes a message that a mailbox has sent to reverse addresses; rejects with the answer to its server. */
export type AcceptReply = (message: IncomingMessage) => Promise<void>

// The server that delivers it waits for its answer, and would wait for minutes.
const dnsMs = 8000
const largeAtATime = 1
const reverseForm = /reply-[a-z2-7]{24}@[a-z0-9.-]{1,253}/gi

/**
 * Takes what a mailbox sends to reverse addresses of its alias, and queues it from the alias to their contacts. Whether
 * the mailbox has sent it is decided before the answer: its author is a mailbox that the alias forwards to, and passes
 * DMARC, or has passed it at a server whose ARC seal is believed. The contact gets another message, composed from the parts of
 * this one, so that nothing of the mailbox's own header goes with it.
 *
 * @param sealers the domains whose ARC seals are believed, besides our own
 */
export function createReplyAcceptor(
  services: MailServices,
  reader: MessageReader,
  sealers: string[],
): AcceptReply {
  const { db, clock, storage } = services
  const largeInTurn = createTurns(largeAtATime)
  const parse = (message: IncomingMessage, ownerId: string): Promise<ParsedMessage> =>
    message.restId === null
      ? reader.parse(message.content, ownerId)
      : reader.parseLarge(() => readWhole(storage, message), storage.put, ownerId)
  const accept = async (message: IncomingMessage, targets: ReplyTarget[]): Promise<void> => {
    const parsed = await parse(message, targets[0]!.ownerId)
      .then(storableMessage)
      .catch((error: unknown) => {
        throw error instanceof StorageError ? error : unreadable()
      })
    const { fields } = splitMessage(message.content)
    const replies = []
    for (const target of targets) replies.push({ target, clean: await clean(services, target, parsed) })
    await sendReplies(services, replies, {
      mailboxId: readIds(fields, 'message-id')[0],
      ids: readIds(fields, 'references'),
      inReplyTo: readIds(fields, 'in-reply-to').at(-1),
    })
  }
  return async (message) => {
    const recipients = new Set(message.recipients.map(normaliseAddress))
    const targets = await findReplyTargets(db, [...recipients], clock.now())
    // One was deleted after it had been named.
    if (targets.length < recipients.size) throw noSuchAlias()
    await authenticate(services, reader, message, { targets, sealers })
    const accepted = () => accept(message, targets).catch(refuseInWords)
    await (message.restId === null ? accepted() : largeInTurn(targets[0]!.ownerId, accepted))
  }
}

async function authenticate(
  services: MailServices,
  reader: Pick<MessageReader, 'check'>,
  message: IncomingMessage,
  { targets, sealers }: { targets: ReplyTarget[]; sealers: string[] },
): Promise<void> {
  const { fields } = splitMessage(message.content)
  const written = fields.find((field) => nameOf(field) === 'auto-submitted')
  if (written !== undefined && !/:\s*no\b/i.test(written)) throw automatic()
  const [author, ...others] = fields.filter((field) => nameOf(field) === 'from').flatMap(readMailboxes)
  if (!author || others.length > 0) throw strangeAuthor()
  const aliases = new Map(targets.map((target) => [target.addressId, target]))
  for (const alias of aliases.values()) {
    const mailboxes = await findReplyMailboxes(services.db, alias)
    if (!mailboxes.some((each) => each.toLowerCase() === author.email.toLowerCase())) throw strangeAuthor()
  }
  const { verdict, dmarc, chain } = await reader
    .check(toReceived(message, services.storage), dnsMs, targets[0]!.ownerId)
    .catch(() => {
      throw tryLater()
    })
  if (verdict === 'unknown') throw tryLater()
  const domain = author.email.slice(author.email.lastIndexOf('@') + 1)
  const isProved = verdict === 'signed' || verdict === 'vouched'
  if (isProved && dmarc.domain?.toLowerCase() === domain.toLowerCase()) return
  if (!chain || !(await isTrustedChain(services, chain, domain, sealers))) throw unauthenticated()
}

async function clean(
  { db, storage }: MailServices,
  { ownerId, address }: ReplyTarget,
  parsed: ParsedMessage,
): Promise<CleanReply> {
  const names = parsed.attachments.map(({ filename }) => filename ?? '')
  const texts = [parsed.subject, parsed.text, parsed.html, ...names].join('\n').replaceAll(/%40|&#64;/gi, '@')
  const reversed = [...new Set((texts.match(reverseForm) ?? []).map((each) => each.toLowerCase()))]
  const contacts = await findContactEmails(db, ownerId, reversed)
  const addresses = await findPrivateAddresses(db, ownerId)
  const readText = (attachment: ParsedAttachment): Promise<Buffer> => buffer(readWhole(storage, attachment))
  return cleanReply(parsed, { alias: address, addresses, contacts }, readText)
}

/** The answer to a mailbox whose account may not send, or not now. */
function refuseInWords(error: unknown): never {
  if (error instanceof LimitError)
    throw error.code === 'rate_limited' ? limitReached(error.message) : storageFull(error.message)
  if (error instanceof DomainError && error.code === 'forbidden') throw notAllowed(error.message)
  throw error
}
