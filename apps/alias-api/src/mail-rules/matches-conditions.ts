import type { MailConditions } from './mail-rule.ts'

/** What of an email conditions are about. */
export interface ConditionedEmail {
  fromAddress: string
  fromName: string
  subject: string
  hasAttachments: boolean
  spam: NonNullable<MailConditions['spam']>
  size: number
  /** The values of the fields of its header with a name in lower case. */
  valuesOf: (name: string) => string[]
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
    (header === undefined || hasField(email, header))
  )
}

function hasField(
  { valuesOf }: ConditionedEmail,
  { name, contains: part }: NonNullable<MailConditions['header']>,
): boolean {
  return valuesOf(name.toLowerCase()).some((value) => part === undefined || contains(value, part))
}

const contains = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase())
