import { createTransport, type SendMailOptions } from 'nodemailer'

/** Sends an email from Ada by SMTP, as another server does. */
export async function sendMail(smtpUrl: string, mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ url: smtpUrl, tls: { rejectUnauthorized: false } })
  await transport.sendMail({ from: 'Ada Lovelace <ada@sender.test>', ...mail })
  transport.close()
}
