import { newId } from '@waypost/postgres'
import type { Storage } from '@waypost/storage'
import { z } from 'zod'
import type { attachments } from '../db/mail-tables.ts'
import type { NewAttachment } from '../outbound/compose-message.ts'
import { mostFiles } from '../uploads/read-body.ts'
import { UploadedFile } from '../uploads/uploaded-file.ts'

/** The name of the text that is a file. */
export const fileName = 'contentBase64'

/** Was base64 before the request was read. */
const file = z
  .custom<UploadedFile>()
  .superRefine((given: unknown, { addIssue }) => {
    if (given instanceof UploadedFile) return
    if (given === undefined || typeof given !== 'string')
      addIssue({ code: 'invalid_type', expected: 'string', input: given })
    else addIssue({ code: 'invalid_format', format: 'base64', input: given })
  })
  .meta({ type: 'string', format: 'base64', contentEncoding: 'base64' })

/** A file that is sent with an email. */
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
  [fileName]: file,
})

export const newAttachments = z.array(newAttachment).max(mostFiles)

type AttachmentRow = typeof attachments.$inferInsert

/** The files as the message has them, and as rows of it, which have their content. */
export function readAttachments(
  given: z.infer<typeof newAttachments>,
  messageId: string,
  storage: Pick<Storage, 'open'>,
): { files: NewAttachment[]; rows: AttachmentRow[] } {
  const read = given.map(({ filename, contentType = 'application/octet-stream', ...content }) => ({
    filename,
    contentType,
    content: content[fileName],
  }))
  return {
    files: read.map((each) => ({
      ...each,
      content: each.content.read(storage),
      contentDisposition: 'attachment',
    })),
    rows: read.map(({ content, ...each }, index) => ({
      ...each,
      ...content.stored(),
      id: newId(),
      messageId,
      position: index + 1,
      isInline: false,
      size: content.size,
    })),
  }
}

/** Puts the files of a request in their places in its body. */
export function fillAttachments(body: unknown, files: Map<string, UploadedFile>): void {
  const { attachments: given } = (body ?? {}) as { attachments?: unknown }
  if (!Array.isArray(given)) return
  for (const each of given as ({ [fileName]?: unknown } | null)[]) {
    const standIn = each?.[fileName]
    const read = typeof standIn === 'string' ? files.get(standIn) : undefined
    if (read) each![fileName] = read
  }
}
