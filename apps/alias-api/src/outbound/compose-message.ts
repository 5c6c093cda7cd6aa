import { createTransport } from 'nodemailer'
import type { Readable } from 'node:stream'

export interface NewMessage {
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
  attachments?: NewAttachment[]
}

export interface NewAttachment {
  filename: string | false
  contentType: string
  /** Without the angle brackets. */
  cid?: string
  contentDisposition: 'inline' | 'attachment'
  content: Buffer | Readable
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const streamComposer = createTransport({ streamTransport: true, buffer: false, newline: 'windows' })

const settings = {
  xMailer: false,
  // User input must never make this process read a file or send a request.
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

/** Composes the message, byte for byte as every attempt will send it. */
export async function composeMessage(message: NewMessage): Promise<Buffer> {
  const { message: composed } = await composer.sendMail(toFields(message))
  return composed as Buffer
}

/** Composes a message as a stream, for one whose files may be large. */
export async function composeStream(message: NewMessage): Promise<Readable> {
  const { message: composed } = await streamComposer.sendMail(toFields(message))
  return composed as Readable
}

const toFields = ({ messageId, inReplyTo, references = [], ...fields }: NewMessage) => ({
  ...fields,
  ...settings,
  messageId: `<${messageId}>`,
  ...(references.length > 0 && { references: references.map((id) => `<${id}>`) }),
  ...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
})
