import { createTransport } from 'nodemailer'
import type { KeyObject } from 'node:crypto'
import { generateKeyPairSync } from 'node:crypto'
import type { DnsServer } from '@waypost/testing'
import { signMessage } from '../signing/sign-message.ts'

/** For tests: the mailbox that Ada's aliases forward to, on a domain whose mail is signed and has a policy. */
export const mailbox = 'me@example.net'

const domain = 'example.net'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** For tests: publishes the records with which mail of the mailbox passes DMARC. */
export function publishMailbox(dns: DnsServer): void {
  dns.set(domain, { TXT: [['v=spf1 -all']] })
  dns.set(`s1._domainkey.${domain}`, { TXT: [`v=DKIM1; k=rsa; p=${encoded}`.match(/.{1,200}/g)!] })
  dns.set(`_dmarc.${domain}`, { TXT: [['v=DMARC1; p=reject']] })
}

/** For tests: a message as the mailbox's server signs it. */
export async function signAsMailbox(content: Buffer | string, key: KeyObject = privateKey): Promise<Buffer> {
  return signMessage(Buffer.from(content), { domain, selector: 's1', privateKey: key }, Date.now() - 1000)
}

/** For tests: composes a message of the mailbox, signed. */
export async function writeAsMailbox(fields: object): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ from: `Ada Lovelace <${mailbox}>`, ...fields })
  return signAsMailbox(message as Buffer)
}
