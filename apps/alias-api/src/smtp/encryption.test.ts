import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { waitFor } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'
import { author } from './test-messages.ts'
import { watchCertificate } from './watch-certificate.ts'

const tls = createSelfSignedCertificate('mx.waypost.test', Date.now())

let service: TestApp
let mail: TestMail
let address: string

beforeAll(async () => {
  service = await startTestApp()
  mail = await startTestMail(service, { tls })
  ;({ address } = await addAddress(service, 'ada'))
})
afterAll(async () => {
  await mail.close()
  await service.close()
})

/** Sends lines in plain text at once, and starts TLS when the server is ready. */
async function encrypt(plain: string, options: ConnectionOptions = { ca: tls.cert }): Promise<TLSSocket> {
  const socket = connectPlain(mail.smtpPort, '127.0.0.1')
  await once(socket, 'data')
  socket.write(plain)
  let received = ''
  while (!/^220 /m.test(received)) received += String((await once(socket, 'data'))[0])
  const secure = connect({ ...options, socket, servername: 'mx.waypost.test' })
  await once(secure, 'secureConnect')
  return secure
}

/** The fingerprint of the certificate in use. */
async function shown(): Promise<string> {
  const secure = await encrypt('EHLO x\r\nSTARTTLS\r\n', { rejectUnauthorized: false })
  const { raw } = secure.getPeerCertificate()
  secure.end()
  return new X509Certificate(raw).fingerprint256
}

test('a self-signed certificate is valid for its host from now on', () => {
  const certificate = new X509Certificate(tls.cert)
  expect(certificate.checkHost('mx.waypost.test')).toBe('mx.waypost.test')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000)
})

test('mail is accepted over TLS', async () => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: mail.smtpPort,
    requireTLS: true,
    tls: { ca: tls.cert, servername: 'mx.waypost.test' },
  })
  const sent = await transport.sendMail({ from: 'bob@example.net', to: address, text: 'sealed' })
  expect(sent.accepted).toEqual([address])
})

test.each([
  ['QUIT', 'QUIT\r\n', /250 2\.6\.0 .*\r\n221 .*\r\n$/],
  ['nothing', '', /250 2\.6\.0 .*\r\n$/],
])(
  'a client that closes its side of TLS with its last message and %s gets the answer',
  async (_what, last, end) => {
    const secure = await encrypt('EHLO x\r\nSTARTTLS\r\n')
    let answers = ''
    secure.on('data', (data: Buffer) => {
      answers += data.toString()
    })
    const envelope = `EHLO x\r\nMAIL FROM:<bob@example.net>\r\nRCPT TO:<${address}>\r\n`
    secure.end(`${envelope}DATA\r\n${author}Subject: x\r\n\r\nhello\r\n.\r\n${last}`)
    await once(secure, 'close')
    expect(answers).toMatch(end)
  },
)

test('commands sent before STARTTLS, or pipelined in plain text behind it, are discarded', async () => {
  const smuggled = `MAIL FROM:<eve@example.org>\r\nRCPT TO:<${address}>\r\n`
  const secure = await encrypt(`EHLO x\r\nMAIL FROM:<bob@example.net>\r\nSTARTTLS\r\n${smuggled}`)
  secure.write(`RCPT TO:<${address}>\r\n`)
  expect(String((await once(secure, 'data'))[0])).toMatch(/^503 /)
  secure.end()
})

test('a renewed certificate is used without a restart, once both of its files are there', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-certificate-'))
  const files = { certFile: path.join(directory, 'cert.pem'), keyFile: path.join(directory, 'key.pem') }
  const renewed = createSelfSignedCertificate('mx.waypost.test', Date.now())
  const { fingerprint256: before } = new X509Certificate(tls.cert)
  await writeFile(files.certFile, renewed.cert)
  await writeFile(files.keyFile, tls.key)
  const errors: unknown[] = []
  const end = watchCertificate(files, tls, mail.useCertificate, (error) => errors.push(error), 1)
  try {
    await waitFor('the halves to be seen', () => errors.length > 1)
    expect(await shown()).toBe(before)
    await writeFile(files.keyFile, renewed.key)
    const { fingerprint256: after } = new X509Certificate(renewed.cert)
    await waitFor('the other certificate', async () => (await shown()) === after)
  } finally {
    await end()
    await rm(directory, { recursive: true })
  }
})
