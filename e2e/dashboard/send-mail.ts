import { createTransport, type SendMailOptions } from 'nodemailer'

/** A mail of Ada's, handed over as another server does. */
export async function sendMail(smtpUrl: string, mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ url: smtpUrl, tls: { rejectUnauthorized: false } })
  await transport.sendMail({ from: 'Ada Lovelace <ada@sender.test>', ...mail })
  transport.close()
}
