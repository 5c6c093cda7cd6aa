import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'

let service: TestApp
let mail: TestMail

beforeAll(async () => {
  service = await startTestApp()
  mail = await startTestMail(service)
  await mail.startInboundWorker()
})
afterAll(async () => {
  await mail.close()
  await service.close()
})

test('mail that arrives by SMTP is announced to its owner and answers the request that waits for it', async () => {
  const { address, ownerId } = await addAddress(service, 'ada')
  const changes = service.services.arrivals.subscribe(ownerId)
  const headers = await service.person('ada')
  const waiting = service.app.inject({ url: '/api/v1/emails?wait=30&subject=code', headers })
  await mail.deliver(address, 'From: bob@example.net\r\nSubject: Your code\r\n\r\nIt is 1234\r\n')
  expect(await changes.next(30_000, AbortSignal.timeout(30_000))).toBe(true)
  changes.close()
  expect((await waiting).json()).toMatchObject({ data: [{ subject: 'Your code' }], total: 1 })
})
