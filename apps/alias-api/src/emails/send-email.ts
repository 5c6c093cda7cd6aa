import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { executePrepared, newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import type { ReadContent } from '../inbound/incoming-message.ts'
import { addressNotFound } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { composeWithFiles } from '../outbound/compose-message.ts'
import { platformDomainOf, sendingDomainOf } from '../plan-senders/sending-domain-of.ts'
import type { Actor, Services } from '../services.ts'
import { findSendingLimits } from '../sending/find-allowance.ts'
import { isLive } from '../addresses/live-address.ts'
import type { newEmail } from './email.ts'
import { listRecipients, type NewRecipient } from './email-recipient.ts'
import { fileName, readAttachments } from './new-attachment.ts'
import { placeFiles } from '../storage/file-place.ts'
import { storeMessage } from '../storage/store-message.ts'
import { findConversation } from './find-conversation.ts'
import { insertSentEmail, type SentEmail } from './insert-sent-email.ts'

export const aliasNotActive = 'Alias is not active'
export const unsigned =
  'DNS does not have the DKIM key of this domain, so the email would leave unsigned: publish the key, or set allowUnsigned'

type NewEmail = z.infer<typeof newEmail>

/** An email that is composed, but not sent. */
type ComposedEmail = Omit<SentEmail, 'limits'>

/** Sends an email that is prepared, in a transaction of the caller's where there is one. */
type SendPrepared = (inside: Pick<Services, 'db'>) => Promise<{ id: string }>

/**
 * Prepares an email from an alias, which is queued when it is sent. One with large files is composed and stored now, since that
 * takes longer than a transaction should. In test mode it takes the same path, and the last step does not deliver it.
 */
export async function prepareEmail(services: Services, actor: Actor, given: NewEmail): Promise<SendPrepared> {
  const isLarge = given.attachments?.some((each) => each[fileName].isLarge()) ?? false
  // An error of a request that is made again must not come before the answer that it had.
  const [early] = await Promise.allSettled([isLarge && composeEmail(services, actor, given)])
  return async ({ db }) => {
    const limits = await findSendingLimits(db, actor.accountId, services.clock.now())
    return db.transaction(async (tx) => {
      if (early.status === 'rejected') throw early.reason
      // A large one locks its alias now, which may have been deleted meanwhile.
      if (early.value) await findSender(tx, services, actor, given)
      const composed = early.value || (await composeEmail({ ...services, db: tx }, actor, given))
      await insertSentEmail(tx, services, { ...composed, limits })
      await recordChange(tx, services, actor)
      return { id: composed.id }
    })
  }
}

async function composeEmail(services: Services, actor: Actor, given: NewEmail): Promise<ComposedEmail> {
  const { fromAddressId, fromName = '', subject, body, bodyHtml, inReplyTo, attachments = [], ...to } = given
  const id = newId()
  const messageId = newId()
  const recipients = listRecipients(to)
  const { files, rows } = readAttachments(attachments, messageId, services.storage)
  const date = new Date(services.clock.now())
  const {
    address,
    domain,
    sending_domain: sendingDomain,
  } = await findSender(services.db, services, actor, given)
  const { references = [], ...conversation } =
    inReplyTo === undefined
      ? {}
      : await findConversation(services.db, actor, { addressId: fromAddressId, emailId: inReplyTo })
  const ids = { messageId: `${id}@${domain}`, references }
  const composed = await composeWithFiles({
    ...conversation,
    ...ids,
    from: fromName === '' ? address : { name: fromName, address },
    to: addressesOf(recipients, 'to'),
    cc: addressesOf(recipients, 'cc'),
    subject,
    text: body,
    html: bodyHtml,
    attachments: files,
    date,
  })
  const isLarge = rows.some(({ restId }) => restId !== null)
  return {
    id,
    sender: actor,
    addressId: fromAddressId,
    from: { address, name: fromName },
    recipients,
    subject,
    bodyText: body,
    bodyHtml: bodyHtml ?? '',
    date,
    ids,
    messageId,
    message: isLarge
      ? await storeMessage(composed.content, services.storage)
      : inItsRow(await buffer(composed.content)),
    files: placeFiles(services, rows, composed.places),
    sendingDomain,
  }
}

const inItsRow = (content: Buffer): ReadContent => ({
  content,
  size: content.length,
  restId: null,
  bodyHash: null,
})

const addressesOf = (recipients: NewRecipient[], of: NewRecipient['kind']): string[] =>
  recipients.flatMap(({ address, kind }) => (kind === of ? address : []))

interface Sender extends Record<string, unknown> {
  address: string
  domain: string
  /** The plan's own, once DNS has its key; else the platform domain or the alias's. */
  sending_domain: string
  is_live: boolean
  /** False where the owner has still to publish the key of the domain. */
  is_signed: boolean
}

/**
 * Finds the sending alias, which has to be able to receive the reply. Locks it, so that deleting the alias also
 * deletes this email.
 */
async function findSender(
  tx: Db,
  { clock }: Services,
  { ownerId, plan }: Actor,
  { fromAddressId: id, allowUnsigned = false }: Pick<NewEmail, 'fromAddressId' | 'allowUnsigned'>,
): Promise<Sender> {
  const [own] = await executePrepared<Sender>(
    tx,
    sql`
    select address.address, address.domain, ${isLive(clock.now())} as is_live,
      ${sendingDomainOf(plan)} as sending_domain,
      ${platformDomainOf} is not null or address.owner_id like 'test:%' or exists (
        select from alias.dkim_keys key
        where key.custom_domain_id = address.domain_id and key.domain = address.domain and published_at is not null
      ) as is_signed
    from alias.addresses address
    where address.id = ${id} and address.owner_id = ${ownerId} for key share
  `,
  )
  if (!own) throw addressNotFound()
  if (!own.is_live) throw new DomainError('conflict', aliasNotActive)
  if (!own.is_signed && !allowUnsigned) throw new DomainError('conflict', unsigned)
  return own
}
