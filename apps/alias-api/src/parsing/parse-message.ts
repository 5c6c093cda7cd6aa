import PostalMime, { addressParser, type Attachment } from 'postal-mime'
import { readMessageIds, type MessageIds } from '../threads/message-ids.ts'
import { flattenComments } from './flatten-comments.ts'

export interface ParsedMessage {
  from: string
  fromName: string
  subject: string
  text: string
  html: string
  /** Whether the message has more than what is here. */
  isTruncated: boolean
  ids: MessageIds
  attachments: ParsedAttachment[]
}

export interface ParsedAttachment {
  filename: string | null
  contentType: string
  contentId: string | null
  isInline: boolean
  /** The size of the whole file in bytes. */
  size: number
  content: Buffer
  /** The blob with the content of a large file. */
  restId: string | null
}

// Longer lines come from malicious senders; the raw message has all of it.
const maxLineLength = 1000
export const maxTextLength = 2 * 1024 * 1024
export const maxAttachments = 1000
export const maxNestingDepth = 100
const maxMessageDepth = 10

/**
 * Parses a message. The texts may contain characters that cannot be stored. Throws where parts are nested too deeply or
 * the header has more than 2 MiB.
 *
 * @param options - `messageDepth`: how many levels of messages within messages are parsed; deeper ones are attachments.
 */
export async function parseMessage(
  content: Buffer,
  { messageDepth = maxMessageDepth } = {},
): Promise<ParsedMessage> {
  const parsed = await PostalMime.parse(content, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth,
    maxRfc822NestingDepth: messageDepth,
  })
  const { address = '', name = '' } = firstMailbox(parsed.headers.find(({ key }) => key === 'from')?.value)
  const { subject = '', html = '', text: written = '' } = parsed
  const files = parsed.attachments.map(toAttachment)
  // Some programs send a text of a blank line beside their HTML.
  const isHtmlAlone = html !== '' && written.trim() === ''
  const text = isHtmlAlone ? await textOf(html.slice(0, maxTextLength)) : written
  return {
    from: toLine(address),
    fromName: toLine(name),
    subject: toLine(subject),
    text: text.slice(0, maxTextLength),
    html: html.slice(0, maxTextLength),
    isTruncated:
      Math.max(text.length, html.length) > maxTextLength ||
      Math.max(address.length, name.length, subject.length) > maxLineLength ||
      files.length > maxAttachments ||
      files.some(hasLongFields),
    ids: readMessageIds(parsed.messageId, parsed.references, parsed.inReplyTo),
    attachments: files.slice(0, maxAttachments).map(withShownFields),
  }
}

function firstMailbox(from = ''): { address?: string; name?: string } {
  const [first] = addressParser(flattenComments(from))
  return (first?.group ? first.group[0] : first) ?? {}
}

/** The text that HTML shows, as postal-mime writes it where a message also has a part that is plain text. */
async function textOf(html: string): Promise<string> {
  const parts = [
    'Content-Type: multipart/mixed; boundary=b\r\n',
    'Content-Type: text/plain\r\n\r\n',
    `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(html).toString('base64')}`,
  ]
  const { text = '' } = await PostalMime.parse(`${parts.join('\r\n--b\r\n')}\r\n--b--\r\n`)
  return text.trimStart()
}

function toAttachment({
  filename,
  mimeType,
  contentId,
  disposition,
  related,
  content,
}: Attachment): ParsedAttachment {
  const bytes = toBuffer(content)
  return {
    filename: filename === null ? null : withoutFolders(filename),
    contentType: mimeType,
    contentId: contentId === undefined ? null : contentId.replaceAll(/^<|>$/g, ''),
    isInline: disposition === 'inline' || related === true,
    size: bytes.length,
    content: bytes,
    restId: null,
  }
}

/** A file's name as its sender gives it, without the folders that it was in: they could lead out of the reader's. */
export const withoutFolders = (filename: string): string | null => filename.split(/[/\\]/).at(-1)! || null

function toBuffer(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

/** The shown part of a header field. */
const toLine = (text: string): string => text.slice(0, maxLineLength)

/** Whether {@link withShownFields} leaves anything of a file's fields out. */
export const hasLongFields = ({ filename, contentType, contentId }: ParsedAttachment): boolean =>
  [filename, contentType, contentId].some((field) => (field ?? '').length > maxLineLength)

/** A file with the shown parts of the header fields that it has from its sender. */
export const withShownFields = (attachment: ParsedAttachment): ParsedAttachment => ({
  ...attachment,
  filename: attachment.filename === null ? null : toLine(attachment.filename),
  contentType: toLine(attachment.contentType),
  contentId: attachment.contentId === null ? null : toLine(attachment.contentId),
})
