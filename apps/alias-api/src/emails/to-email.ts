import type { attachments, emails } from '../db/mail-tables.ts'
import { authentication } from '../authenticity/authenticity.ts'
import { findCodes } from '../extraction/find-codes.ts'
import { findLinks } from '../extraction/find-links.ts'
import { readVisible } from '../extraction/read-visible.ts'
import { toForwarding, type ForwardRow } from './email-forwarding.ts'
import type { Attachment, Email, EmailDetail, ListedEmail } from './email.ts'
import type { EmailParticipant, EmailRecipient } from './email-recipient.ts'

export type AttachmentRow = Pick<
  typeof attachments.$inferSelect,
  'id' | 'filename' | 'contentType' | 'contentId' | 'isInline' | 'size'
>
type EmailRow = typeof emails.$inferSelect
type NotListed =
  | 'ownerId'
  | 'messageId'
  | 'threadKey'
  | 'deletedAt'
  | 'authentication'
  | 'isTruncated'
  | 'spam'
  | 'forwardedAt'
  | 'forwardStatus'
  | 'forwardTo'
  | 'forwardReason'
  | 'forwardRemoved'
  | 'forwardCount'
/** What other tables have of an email. */
interface DetailParts {
  attached: AttachmentRow[]
  sentTo: EmailRecipient[]
  participants: EmailParticipant[]
  forwards: ForwardRow[]
}

type ListedRow = Omit<EmailRow, NotListed>

export function toListedEmail(
  row: ListedRow & { isForged: boolean } & Pick<ListedEmail, 'alias' | 'thread'>,
): ListedEmail {
  const { hasAttachments, isForged, alias, thread } = row
  return {
    ...toEmail(row),
    hasAttachments,
    ...(isForged && { isForged: true as const }),
    ...(alias !== undefined && { alias }),
    ...(thread !== undefined && { thread }),
  }
}

export function toEmailDetail(
  row: EmailRow,
  { attached, sentTo, participants, forwards }: DetailParts,
): EmailDetail {
  const { authentication: found } = row
  return {
    ...toEmail(row),
    attachments: attached.map(toAttachment),
    ...(row.isTruncated && { truncated: true as const }),
    ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
    ...(sentTo.length > 0 && { recipients: sentTo }),
    ...(participants.length > 0 && { participants }),
    ...(row.type === 'received' && extract(row)),
    ...(found && { authentication: authentication.parse(found) }),
    ...(row.spam && { spam: row.spam }),
    ...toForwarding(row, forwards),
  }
}

/** What programs look for in an email. */
function extract({
  subject,
  bodyText: text,
  bodyHtml: html,
}: EmailRow): Pick<EmailDetail, 'codes' | 'links'> {
  const visible = readVisible({ text, html })
  const codes = findCodes([subject, ...visible.lines])
  const links = findLinks(visible.links)
  return { ...(codes.length > 0 && { codes }), ...(links.length > 0 && { links }) }
}

function toEmail(row: ListedRow): Email {
  return {
    id: row.id,
    addressId: row.addressId,
    threadId: row.threadId ?? row.id,
    type: row.type,
    ...(row.status !== null && { status: row.status }),
    ...(row.statusReason !== null && { statusReason: row.statusReason }),
    from: row.fromAddress,
    fromName: row.fromName,
    to: row.toAddress,
    subject: row.subject,
    bodyText: row.bodyText,
    bodyHtml: row.bodyHtml,
    isRead: row.isRead,
    isStarred: row.isStarred,
    ...(row.isSpam && { isSpam: true as const }),
    ...(row.labels !== null && { labels: row.labels }),
    ...(row.removedByRule !== null && { removedByRule: row.removedByRule }),
    receivedAt: row.receivedAt.toISOString(),
  }
}

function toAttachment({ isInline, ...row }: AttachmentRow): Attachment {
  return { ...row, inline: isInline }
}
