import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { FilePlace } from '../storage/file-place.ts'
import { encodeBase64Lines, lineBytes } from './base64-lines.ts'

export interface NewMessage<Content = FileContent> {
  from: string | { name: string; address: string }
  to: string | string[] | { name: string; address: string }
  cc?: string[]
  subject: string
  text: string
  html?: string | undefined
  /** Without the angle brackets. */
  messageId: string
  date: Date
  /** The ids of the messages of its conversation, oldest first, without the angle brackets. */
  references?: string[]
  /** The last of them, which it is the answer to. */
  inReplyTo?: string | undefined
  attachments?: NewAttachment<Content>[]
}

type FileContent = Buffer | AsyncIterable<Buffer>

export interface NewAttachment<Content = FileContent> {
  filename: string | false
  contentType: string
  /** Without the angle brackets. */
  cid?: string
  contentDisposition: 'inline' | 'attachment'
  content: Content
}

/** A message that is composed while it is read. */
export interface ComposedMessage {
  content: AsyncIterable<Buffer>
  /** Where each of its files is, once it has been read; none where they are not all in base64. */
  places: FilePlace[]
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const streamComposer = createTransport({ streamTransport: true, buffer: false, newline: 'windows' })

const settings = {
  xMailer: false,
  // User input must never make this process read a file or send a request.
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** Composes a message in memory, byte for byte as every attempt will send it. */
export async function composeMessage(message: NewMessage<Buffer>): Promise<Buffer> {
  const { message: composed } = await composer.sendMail(toFields(message))
  return composed as Buffer
}

/**
 * Composes a message whose files may be large: first one in memory, in which a random line stands for each file, and then the
 * files in place of these lines. So it is known where each file is.
 */
export async function composeWithFiles(message: NewMessage): Promise<ComposedMessage> {
  const files = (message.attachments ?? []).map((file) => ({ file, line: randomBytes(lineBytes) }))
  const attachments = files.map(({ file, line }) => ({ ...file, content: line }))
  const outline = await composeMessage({ ...message, attachments })
  const found = files.map(({ file: { content }, line }, index) => {
    const encoded = line.toString('base64')
    return { content, index, start: outline.indexOf(encoded), length: encoded.length }
  })
  // Files that are parts of messages are not in base64.
  if (found.some(({ start }) => start === -1)) return { content: await composeStream(message), places: [] }
  const places: FilePlace[] = []
  return { content: fillIn(outline, found, places), places }
}

interface FoundLine {
  content: FileContent
  /** Of the file. */
  index: number
  /** Where the line is that stands for it. */
  start: number
  length: number
}

async function* fillIn(outline: Buffer, found: FoundLine[], places: FilePlace[]): AsyncGenerator<Buffer> {
  let read = 0
  let written = 0
  for (const { content, index, start, length } of found.toSorted((one, other) => one.start - other.start)) {
    yield outline.subarray(read, start)
    written += start - read
    read = start + length
    const messageOffset = written
    for await (const lines of encodeBase64Lines(Buffer.isBuffer(content) ? [content] : content)) {
      written += lines.length
      yield lines
    }
    places[index] = { messageOffset, messageBytes: written - messageOffset }
  }
  yield outline.subarray(read)
}

async function composeStream({ attachments = [], ...message }: NewMessage): Promise<Readable> {
  const files = attachments.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false }),
  }))
  const { message: composed } = await streamComposer.sendMail(toFields({ ...message, attachments: files }))
  return composed as Readable
}

const toFields = ({ messageId, inReplyTo, references = [], ...fields }: NewMessage<Buffer | Readable>) => ({
  ...fields,
  ...settings,
  messageId: `<${messageId}>`,
  ...(references.length > 0 && { references: references.map((id) => `<${id}>`) }),
  ...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
})
