import { createTransport } from 'nodemailer'

export interface NewMessage {
  from: string
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Without the angle brackets. */
  messageId: string
  date: Date
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Composes the message, byte for byte as every attempt will send it. */
export async function composeMessage({ messageId, ...fields }: NewMessage): Promise<Buffer> {
  const { message } = await composer.sendMail({
    ...fields,
    messageId: `<${messageId}>`,
    xMailer: false,
    // User input must never make this process read a file or send a request.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return message as Buffer
}
