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
  /** In bytes, of all of it. */
  size: number
  content: Buffer
  /** Where the content of a large one is instead. */
  restId: string | null
}

// What is longer was made to be too long; the raw message has it all.
const maxLineLength = 1000
export const maxTextLength = 2 * 1024 * 1024
export const maxAttachments = 1000
const maxNestingDepth = 100
const maxMessageDepth = 10

/**
 * What a message says, which may be text that cannot be stored. Throws where it is nested without end or consists of
 * headers alone.
 *
 * @param options `messageDepth`: how deep messages within it are read; what is deeper is a file
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

/** What is told of a header. */
export const toLine = (text: string): string => text.slice(0, maxLineLength)
