import { createTransport } from 'nodemailer'
import type { Transport } from './send-system-email.ts'

const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/**
 * Sends e-mails through the operator's mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param from the sender's address
 */
export function createSmarthostTransport(url: string, from: string): Transport {
  const transport = createTransport({ url, ...timeouts })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return async ({ id, to, subject, text, unsubscribeUrl }) => {
    await transport.sendMail({
      from: { name: 'Waypost', address: from },
      // An object, so that commas in the local part do not split the address.
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      // RFC 3834: prevents automatic replies such as out-of-office notices.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}
