import { storableText } from '@waypost/postgres'
import type { ParsedMessage } from './parse-message.ts'

/** A parsed message without the characters that Postgres refuses in text. */
export function storableMessage({ attachments, isTruncated, ids, ...texts }: ParsedMessage): ParsedMessage {
  return {
    isTruncated,
    ids: {
      messageId: storableOrNull(ids.messageId),
      references: ids.references.map(storableText),
    },
    from: storableText(texts.from),
    fromName: storableText(texts.fromName),
    subject: storableText(texts.subject),
    text: storableText(texts.text),
    html: storableText(texts.html),
    attachments: attachments.map((attachment) => ({
      ...attachment,
      filename: storableOrNull(attachment.filename),
      contentType: storableText(attachment.contentType),
      contentId: storableOrNull(attachment.contentId),
    })),
  }
}

const storableOrNull = (text: string | null) => (text === null ? null : storableText(text))
