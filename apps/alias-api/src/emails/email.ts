import { z } from 'zod'
import type { attachments, emails } from '../db/mail-tables.ts'

// 100 emails in a list with 25 MiB of text each would be more than anybody can read, or this process write.
export const listedBodyLength = 50_000

const email = z.object({
  id: z.uuid(),
  addressId: z.uuid(),
  type: z.enum(['received', 'sent']),
  /** Only of a sent one. */
  status: z.enum(['queued', 'sent', 'bounced', 'failed']).optional(),
  from: z.string(),
  fromName: z.string(),
  to: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  bodyHtml: z.string(),
  isRead: z.boolean(),
  isStarred: z.boolean(),
  receivedAt: z.iso.datetime(),
})

/** One in a list. */
export const listedEmail = email.extend({
  bodyText: z.string().meta({ description: `At most the first ${listedBodyLength} characters` }),
  bodyHtml: z.string().meta({ description: `At most the first ${listedBodyLength} characters` }),
  hasAttachments: z.boolean(),
})

export const attachment = z.object({
  id: z.uuid(),
  filename: z.string().nullable(),
  contentType: z.string(),
  size: z.number().int(),
  contentId: z.string().nullable(),
  inline: z.boolean(),
})

/** One by itself, with all of its text. */
export const emailDetail = email.extend({ attachments: z.array(attachment) })

export const emailChange = z.strictObject({
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
})

export type ListedEmail = z.infer<typeof listedEmail>
export type EmailDetail = z.infer<typeof emailDetail>
export type AttachmentRow = Omit<typeof attachments.$inferSelect, 'content' | 'messageId' | 'position'>
type EmailRow = Omit<typeof emails.$inferSelect, 'ownerId' | 'messageId' | 'deletedAt'>

export function toListedEmail(row: EmailRow): ListedEmail {
  return { ...toEmail(row), hasAttachments: row.hasAttachments }
}

export function toEmailDetail(row: EmailRow, attached: AttachmentRow[]): EmailDetail {
  return { ...toEmail(row), attachments: attached.map(toAttachment) }
}

function toEmail(row: EmailRow): z.infer<typeof email> {
  return {
    id: row.id,
    addressId: row.addressId,
    type: row.type,
    ...(row.status !== null && { status: row.status }),
    from: row.fromAddress,
    fromName: row.fromName,
    to: row.toAddress,
    subject: row.subject,
    bodyText: row.bodyText,
    bodyHtml: row.bodyHtml,
    isRead: row.isRead,
    isStarred: row.isStarred,
    receivedAt: row.receivedAt.toISOString(),
  }
}

function toAttachment({ isInline, ...row }: AttachmentRow): z.infer<typeof attachment> {
  return { ...row, inline: isInline }
}
