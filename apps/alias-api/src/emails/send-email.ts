import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { executePrepared, newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { addressNotFound } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { composeWithFiles } from '../outbound/compose-message.ts'
import { platformDomainOf, sendingDomainOf } from '../plan-senders/sending-domain-of.ts'
import type { Actor, Services } from '../services.ts'
import { findSendingLimits } from '../sending/find-allowance.ts'
import { isLive } from '../addresses/live-address.ts'
import type { newEmail } from './email.ts'
import { listRecipients, type NewRecipient } from './email-recipient.ts'
import { readAttachments } from './new-attachment.ts'
import { placeFiles } from '../storage/file-place.ts'
import { findConversation } from './find-conversation.ts'
import { insertSentEmail } from './insert-sent-email.ts'

export const aliasNotActive = 'Alias is not active'
export const unsigned =
  'DNS does not have the DKIM key of this domain, so the email would leave unsigned: publish the key, or set allowUnsigned'

/** Queues an email from an alias. In test mode it takes the same path, and the last step does not deliver it. */
export async function sendEmail(
  services: Services,
  actor: Actor,
  {
    fromAddressId,
    fromName = '',
    subject,
    body,
    bodyHtml,
    inReplyTo,
    attachments: given = [],
    allowUnsigned = false,
    ...to
  }: z.infer<typeof newEmail>,
): Promise<{ id: string }> {
  const id = newId()
  const messageId = newId()
  const recipients = listRecipients(to)
  const { files, rows } = readAttachments(given, messageId)
  const now = services.clock.now()
  const date = new Date(now)
  const limits = await findSendingLimits(services.db, actor.accountId, now)
  return services.db.transaction(async (tx) => {
    const {
      address,
      domain,
      sending_domain: sendingDomain,
      is_signed: isSigned,
    } = await findSender(tx, services, actor, fromAddressId)
    if (!isSigned && !allowUnsigned) throw new DomainError('conflict', unsigned)
    const { references = [], ...conversation } =
      inReplyTo === undefined
        ? {}
        : await findConversation(tx, actor, { addressId: fromAddressId, emailId: inReplyTo })
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
    const content = await buffer(composed.content)
    await insertSentEmail(tx, services, {
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
      message: { content, size: content.length, restId: null, bodyHash: null },
      files: placeFiles(services, rows, composed.places),
      limits,
      sendingDomain,
    })
    await recordChange(tx, services, actor)
    return { id }
  })
}

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
  id: string,
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
  return own
}
