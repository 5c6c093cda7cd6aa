import { z } from 'zod'
import { authentication } from '../authenticity/authenticity.ts'
import { newAttachments } from './new-attachment.ts'
import {
  emailParticipant,
  emailRecipient,
  listRecipients,
  mostRecipients,
  recipients,
} from './email-recipient.ts'
import { label, mostLabels } from '../mail-rules/mail-rule.ts'
import { forwarding } from './email-forwarding.ts'
import { spam } from '../spam/spam.ts'

// A list of 100 emails with 25 MiB of text each would be more than this process can serialise.
const listedBodyLength = 50_000
const pageBodyLength = 2_500_000

/** How many characters of a body a list shows: fewer on a long page, so that a page has 2,500,000 at most. */
export function bodyLengthOf(limit: number): number {
  return Math.min(listedBodyLength, Math.floor(pageBodyLength / limit))
}

const cutBody = z
  .string()
  .meta({ description: `At most the first ${listedBodyLength} characters, fewer where limit is above 50` })

// A line break would start another header field.
const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !/[\r\n]/.test(text), { message: 'must be one line', params: { rule: 'matches' } })

const email = z.object({
  id: z.uuid(),
  addressId: z.uuid(),
  threadId: z.uuid().meta({ description: 'The conversation that it belongs to, of its alias' }),
  type: z.enum(['received', 'sent']),
  /** Only of a sent email. */
  status: z.enum(['queued', 'sent', 'bounced', 'failed']).optional(),
  /** Only of an email that bounced or failed: the reason for it. */
  statusReason: z.string().optional(),
  from: z.string(),
  fromName: z.string(),
  to: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  bodyHtml: z.string(),
  isRead: z.boolean(),
  isStarred: z.boolean(),
  /** Only of spam. */
  isSpam: z.literal(true).optional(),
  labels: z.array(z.string()).optional().describe('Only of an email with any'),
  removedByRule: z
    .enum(['discard', 'webhook'])
    .optional()
    .describe('Only of an email that a rule of its alias has moved to the deleted ones'),
  receivedAt: z.iso.datetime(),
})

/** An email in a list. */
export const listedEmail = email.extend({
  bodyText: cutBody,
  bodyHtml: cutBody,
  hasAttachments: z.boolean(),
  isForged: z
    .literal(true)
    .optional()
    .describe('Only of an email that was not sent by its stated author: `authentication` says why'),
  alias: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The label of its alias, where `include=alias` asks for it' }),
  thread: z.object({ emails: z.number().int(), unread: z.number().int() }).optional().meta({
    description:
      'How many emails its conversation has, and how many of them are unread, of the newest 100; without spam, or spam alone, where the list is by `is_spam`. Where `collapseThreads=true` asks for it',
  }),
})

export const attachment = z.object({
  id: z.uuid(),
  filename: z.string().nullable(),
  contentType: z.string(),
  size: z.number().int(),
  contentId: z.string().nullable(),
  inline: z.boolean(),
})

const foundCode = z.object({
  value: z.string(),
  isCertain: z
    .boolean()
    .meta({ description: 'Whether the email leaves no doubt that this is its code; at most one is certain' }),
})

const foundLink = z.object({
  url: z.string(),
  text: z.string(),
  isConfirmation: z.boolean().meta({
    description: 'Whether the email asks to follow this link: to confirm, to sign in, to set a password',
  }),
})

/** A single email, with its whole text. */
export const emailDetail = email.extend({
  attachments: z.array(attachment),
  truncated: z.literal(true).optional().meta({
    description:
      'Only of an email that has more text, attachments or nested parts than are shown: see its raw message',
  }),
  deletedAt: z.iso.datetime().optional().meta({ description: 'Only of a deleted email' }),
  /** Only of a sent email with several. */
  recipients: z.array(emailRecipient).optional(),
  participants: z.array(emailParticipant).optional().meta({
    description:
      'Only of a received email: whom its header names beside its author, 50 at most. An answer goes to `replyTo`, where there is any',
  }),
  // Only of a received email that has any.
  codes: z
    .array(foundCode)
    .optional()
    .meta({ description: 'One-time codes in the email, likely ones first' }),
  links: z.array(foundLink).optional().meta({ description: 'Links in the email, in their order' }),
  /** Only of a received email. */
  authentication: authentication.optional(),
  /** Only of a received email that anything speaks for or against. */
  spam: spam.optional(),
  /** Only of an email that a forwarding rule matched. */
  forwarding: forwarding.optional(),
})

export const emailChange = z.strictObject({
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  isSpam: z.boolean().optional().meta({ description: 'Moves a received email to the spam, or out of it' }),
  labels: z.array(label).max(mostLabels).optional().describe('All labels that it has from now on'),
})

export const newEmail = z
  .strictObject({
    fromAddressId: z.uuid(),
    fromName: line(100).optional().meta({ description: 'The name beside the alias' }),
    ...recipients,
    subject: line(200),
    body: z.string().max(50_000),
    bodyHtml: z.string().optional(),
    attachments: newAttachments
      .optional()
      .meta({ description: 'Files; an email has 25 MiB at most, with its files as they are before base64' }),
    inReplyTo: z
      .uuid()
      .optional()
      .meta({ description: 'The id of the email of the same alias that it answers' }),
    allowUnsigned: z
      .boolean()
      .optional()
      .meta({ description: 'Sends it even where DNS does not have the DKIM key of your domain' }),
  })
  .refine((given) => listRecipients(given).length <= mostRecipients, {
    message: `must have ${mostRecipients} recipients at most`,
    path: ['to'],
    params: { rule: 'arrayMaxSize' },
  })

export const idAndMessage = z.object({ data: z.object({ id: z.uuid() }), message: z.string() })

export type ListedEmail = z.infer<typeof listedEmail>
export type EmailDetail = z.infer<typeof emailDetail>
export type Email = z.infer<typeof email>
export type Attachment = z.infer<typeof attachment>
