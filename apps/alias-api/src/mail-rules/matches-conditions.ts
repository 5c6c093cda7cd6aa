import { nameOf } from '../signing/split-message.ts'
import type { MailConditions } from './mail-rule.ts'

/** What of an email conditions are about. */
export interface ConditionedEmail {
  fromAddress: string
  fromName: string
  subject: string
  hasAttachments: boolean
  spam: NonNullable<MailConditions['spam']>
  size: number
  /** The fields of its header. */
  fields: () => string[]
}

/** Whether an email meets all conditions: in time that grows with its length alone, since others write both. */
export function matchesConditions(
  email: ConditionedEmail,
  { from, subject, header, largerThan, smallerThan, hasAttachments, spam }: MailConditions,
): boolean {
  return (
    (from === undefined || contains(email.fromAddress, from) || contains(email.fromName, from)) &&
    (subject === undefined || contains(email.subject, subject)) &&
    (largerThan === undefined || email.size > largerThan) &&
    (smallerThan === undefined || email.size < smallerThan) &&
    (hasAttachments === undefined || email.hasAttachments === hasAttachments) &&
    (spam === undefined || email.spam === spam) &&
    (header === undefined || hasField(email.fields(), header))
  )
}

function hasField(
  fields: string[],
  { name, contains: part }: NonNullable<MailConditions['header']>,
): boolean {
  const wanted = name.toLowerCase()
  return fields.some(
    (field) => nameOf(field) === wanted && (part === undefined || contains(valueOf(field), part)),
  )
}

/** On one line, without the folds of a long one. */
const valueOf = (field: string): string =>
  Buffer.from(field.slice(field.indexOf(':') + 1), 'latin1')
    .toString()
    .replaceAll('\r\n', '')

const contains = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase())
