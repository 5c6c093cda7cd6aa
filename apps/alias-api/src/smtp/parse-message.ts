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
const maxTextLength = 2 * 1024 * 1024
const maxAttachments = 1000
const maxNestingDepth = 100

/** What a message says, which may be text that cannot be stored. Throws where it is nested without end or consists of headers alone. */
export async function parseMessage(content: Buffer): Promise<ParsedMessage> {
  const parsed = await PostalMime.parse(content, { attachmentEncoding: 'arraybuffer', maxNestingDepth })
  const { address = '', name = '' } = firstMailbox(parsed.from) ?? {}
  return {
    from: line(address),
    fromName: line(name),
    subject: line(parsed.subject ?? ''),
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
    filename: filename === null ? null : line(filename),
    contentType: line(mimeType),
    contentId: contentId === undefined ? null : line(contentId.replaceAll(/^<|>$/g, '')),
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

const line = (text: string) => text.slice(0, maxLineLength)
