import PostalMime, { type Address, type Attachment } from 'postal-mime'

export interface ParsedMessage {
  from: string
  fromName: string
  subject: string
  text: string
  html: string
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
const maxNestingDepth = 100
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
  const { address = '', name = '' } = firstMailbox(parsed.from) ?? {}
  return {
    from: toLine(address),
    fromName: toLine(name),
    subject: toLine(parsed.subject ?? ''),
    text: (parsed.text ?? '').slice(0, maxTextLength),
    html: (parsed.html ?? '').slice(0, maxTextLength),
    attachments: parsed.attachments.slice(0, maxAttachments).map(toAttachment),
  }
}

function firstMailbox(from: Address | undefined): { address: string; name: string } | undefined {
  return from?.group ? from.group[0] : from
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
    filename: filename === null ? null : toLine(filename),
    contentType: toLine(mimeType),
    contentId: contentId === undefined ? null : toLine(contentId.replaceAll(/^<|>$/g, '')),
    isInline: disposition === 'inline' || related === true,
    size: bytes.length,
    content: bytes,
    restId: null,
  }
}

function toBuffer(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

/** The shown part of a header field. */
export const toLine = (text: string): string => text.slice(0, maxLineLength)
