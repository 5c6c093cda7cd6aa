import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedEmail } from '../src/emails/email.ts'
import { addAddress } from '../src/emails/test-emails.ts'
import { createSelfSignedCertificate } from '../src/smtp/self-signed-certificate.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import { startTestMail, type TestMail } from '../src/testing/test-mail.ts'

const run = promisify(execFile)

let service: TestApp
let mail: TestMail
let address: string

beforeAll(async () => {
  service = await startTestApp()
  mail = await startTestMail(service, { tls: createSelfSignedCertificate('mx.waypost.test', Date.now()) })
  await mail.startInboundWorker()
  ;({ address } = await addAddress(service, 'ada'))
})
afterAll(async () => {
  await mail.close()
  await service.close()
})

/** Runs swaks and returns the conversation; rejects where the mail was not accepted. */
const swaks = async (to: string, ...options: string[]) => {
  const server = ['--server', '127.0.0.1', '--port', String(mail.smtpPort)]
  const { stdout } = await run('swaks', [...server, '--from', 'bob@example.net', '--to', to, ...options])
  return stdout
}
const received = (subject: string) =>
  waitFor('the email', async () => {
    const response = await service.app.inject({ url: '/api/v1/emails', headers: await service.person('ada') })
    return response.json<{ data: ListedEmail[] }>().data.find((email) => email.subject === subject)
  })

test.each([
  ['without pipelining', []],
  ['with pipelining', ['--pipeline']],
  ['with HELO instead of EHLO', ['--protocol', 'SMTP']],
  ['with a file', ['--attach', '@/etc/hostname']],
])('swaks delivers mail %s', async (how, options) => {
  await swaks(address, '--header', `Subject: ${how}`, ...options)
  expect(await received(how)).toMatchObject({ from: 'bob@example.net', to: address })
})

test('swaks gets 550 5.1.1 for an unknown alias', async () => {
  await expect(swaks('nobody@waypost.test')).rejects.toMatchObject({
    stdout: expect.stringContaining('550 5.1.1 No such alias'),
  })
})
