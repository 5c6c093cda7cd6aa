import { newId } from '@waypost/postgres'
import { z } from 'zod'
import type { attachments } from '../db/mail-tables.ts'
import type { NewAttachment } from '../outbound/compose-message.ts'

const mostAttachments = 20

/** A file that is sent with an email. The size of a request bounds that of all of them. */
const newAttachment = z.strictObject({
  filename: z
    .string()
    .min(1)
    .max(255)
    .refine((name) => !/[\p{Cc}/\\]/u.test(name), {
      message: 'must be a name without folders',
      params: { rule: 'matches' },
    }),
  // Parts of other kinds would be read as structure of the message.
  contentType: z
    .string()
    .max(100)
    .regex(/^(?:application|audio|font|image|model|text|video)\/[\w.+-]+$/i)
    .optional()
    .describe('By default `application/octet-stream`'),
  contentBase64: z.base64(),
})

export const newAttachments = z.array(newAttachment).max(mostAttachments)

type AttachmentRow = typeof attachments.$inferInsert

/** The files as the message has them, and as rows of it, which have their content. */
export function readAttachments(
  given: z.infer<typeof newAttachments>,
  messageId: string,
): { files: NewAttachment[]; rows: AttachmentRow[] } {
  const read = given.map(({ filename, contentType = 'application/octet-stream', contentBase64 }) => ({
    filename,
    contentType,
    content: Buffer.from(contentBase64, 'base64'),
  }))
  return {
    files: read.map((file) => ({ ...file, contentDisposition: 'attachment' })),
    rows: read.map((file, index) => ({
      ...file,
      id: newId(),
      messageId,
      position: index + 1,
      isInline: false,
      size: file.content.length,
    })),
  }
}
