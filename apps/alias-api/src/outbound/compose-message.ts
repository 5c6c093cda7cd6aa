import { createTransport } from 'nodemailer'
import type { Readable } from 'node:stream'

export interface NewMessage {
  from: string
  to: string | { name: string; address: string }
  subject: string
  text: string
  html?: string | undefined
  /** Without the angle brackets. */
  messageId: string
  date: Date
}

/** A message that answers others, with files. */
export interface NewReply extends NewMessage {
  /** The ids of the messages that it answers, oldest first, without the angle brackets. */
  references: string[]
  /** The last of them, which it is the answer to. */
  inReplyTo: string | undefined
  attachments: NewAttachment[]
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
export async function composeMessage({ messageId, ...fields }: NewMessage): Promise<Buffer> {
  const { message } = await composer.sendMail({ ...fields, ...settings, messageId: `<${messageId}>` })
  return message as Buffer
}

/** Composes a reply as a stream, since its files may be large. */
export async function composeReply({
  messageId,
  inReplyTo,
  references,
  ...fields
}: NewReply): Promise<Readable> {
  const { message } = await streamComposer.sendMail({
    ...fields,
    ...settings,
    messageId: `<${messageId}>`,
    references: references.map((id) => `<${id}>`),
    ...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
  })
  return message as Readable
}
