import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { receive } from './mail.ts'
import type { EmailDetail } from './mail-resources.ts'
import type { Alias, Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

interface Analytics {
  totalEmailsReceived: number
  totalEmailsSent: number
  thisMonthReceived: number
  thisMonthSent: number
}

let service: ServiceUnderTest
let key: Client
let alias: Alias

beforeAll(async () => {
  service = await startService(['dispatcher', 'alias-mail'])
  key = await service.key()
  alias = await service.alias(key)
})
afterAll(() => service.close())

const read = async () => (await key.get<Analytics>('/api/v1/analytics')).body
const dataOf = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as Data<object>).data

describe('Payloads', () => {
  test('email.received has the ids, the sender, the subject and the time', async () => {
    const hook = service.world.hook()
    await service.webhook(key, ['email.received'], hook.url)
    const email = await receive(service, key, alias, { subject: 'Your order' })
    expect(dataOf(await hook.received('email.received'))).toEqual({
      emailId: email.id,
      addressId: alias.id,
      from: 'bob@example.net',
      subject: 'Your order',
      receivedAt: email.receivedAt,
    })
    expect(hook.requests).toHaveLength(1)
  })
  test('email.deleted has the ids and the time', async () => {
    const hook = service.world.hook()
    await service.webhook(key, ['email.deleted'], hook.url)
    const { id } = await receive(service, key, alias)
    await key.delete(`/api/v1/emails/${id}`)
    expect(dataOf(await hook.received('email.deleted'))).toEqual({
      emailId: id,
      addressId: alias.id,
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })
})

describe('Analytics', () => {
  test('analytics are six numbers at the top level', async () => {
    const { status, body } = await key.get('/api/v1/analytics')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        totalAddresses: expect.any(Number),
        activeAddresses: expect.any(Number),
        totalEmailsReceived: expect.any(Number),
        totalEmailsSent: expect.any(Number),
        thisMonthReceived: expect.any(Number),
        thisMonthSent: expect.any(Number),
      },
    })
  })
  test('analytics count received and sent emails, deleted ones too', async () => {
    const before = await read()
    const { id } = await receive(service, key, alias)
    await key.post<Data<EmailDetail>>('/api/v1/emails', {
      fromAddressId: alias.id,
      to: 'eve@example.net',
      subject: 'Hello',
      body: 'Hello Eve',
    })
    const after = await read()
    expect(after.totalEmailsReceived).toBe(before.totalEmailsReceived + 1)
    expect(after.totalEmailsSent).toBe(before.totalEmailsSent + 1)
    expect(after.thisMonthSent).toBeLessThanOrEqual(after.totalEmailsSent)
    await key.delete(`/api/v1/emails/${id}`)
    expect(await read()).toEqual(after)
  })
})
