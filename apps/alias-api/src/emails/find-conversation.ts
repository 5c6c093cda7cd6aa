import { sql } from 'drizzle-orm'
import { ValidationError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { headBytes, readIds } from '../replies/reply-ids.ts'
import type { Actor } from '../services.ts'
import { splitMessage } from '../signing/split-message.ts'

/** How an answer names the conversation that it belongs to. */
export interface Conversation {
  inReplyTo: string | undefined
  references: string[]
}

/** Reads the conversation that an email of an alias belongs to from its header. */
export async function findConversation(
  tx: Db,
  { ownerId }: Actor,
  { addressId, emailId }: { addressId: string; emailId: string },
): Promise<Conversation> {
  const { rows } = await tx.execute<{ head: Buffer }>(sql`
    select substring(message.content from 1 for ${headBytes}::integer) as head
    from alias.emails email join alias.messages message on message.id = email.message_id
    where email.id = ${emailId} and email.address_id = ${addressId} and email.owner_id = ${ownerId}
  `)
  const [answered] = rows
  if (!answered) {
    const message = 'inReplyTo must be an email of the alias'
    throw new ValidationError([{ property: 'inReplyTo', rule: 'isIn', message, receivedValue: emailId }])
  }
  const { fields } = splitMessage(answered.head)
  const [inReplyTo] = readIds(fields, 'message-id')
  const before = readIds(fields, 'references')
  return { inReplyTo, references: inReplyTo === undefined ? before : [...before, inReplyTo] }
}
