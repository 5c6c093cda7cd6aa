import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { writeTo } from './mail.ts'
import type { Alias } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client
let alias: Alias

beforeAll(async () => {
  service = await startService(['alias-mail'])
  key = await service.key()
  alias = await service.alias(key)
})
afterAll(() => service.close())

const text = (length: number) => 'x'.repeat(length)
const mebibyte = 1024 * 1024

describe('a value at the limit is accepted and one past it refused', () => {
  test.each([
    ['the subject of an email has at most 200 characters', 'subject', 200],
    ['the text of an email has at most 50,000 characters', 'body', 50_000],
  ])('%s', async (_what, field, most) => {
    const email = { fromAddressId: alias.id, to: 'eve@example.net', subject: 'Hello', body: 'Hello' }
    const send = async (value: string) =>
      (await key.post('/api/v1/emails', { ...email, [field]: value })).status
    expect([await send(text(most)), await send(text(most + 1))]).toEqual([202, 400])
  })
  test.each(['filterSender', 'filterSubject'])('%s has at most 255 characters', async (field) => {
    const change = async (value: string) =>
      (await key.patch(`/api/v1/addresses/${alias.id}/forwarding`, { [field]: value })).status
    expect([await change(text(255)), await change(text(256))]).toEqual([200, 400])
  })
  test('a domain has at most the 253 characters that the DNS allows', async () => {
    const labels = `${`${text(57)}.`.repeat(3)}${crypto.randomUUID()}.`
    const longest = `${labels}${text(253 - labels.length - 4)}.dev`
    expect(longest).toHaveLength(253)
    expect((await key.post('/api/v1/domains', { domain: longest })).status).toBe(201)
    for (const domain of [`x${longest}`, `${text(252)}.dev`])
      expect((await key.post('/api/v1/domains', { domain })).status).toBe(400)
  })
  test.each([
    ['/api/v1/emails', 100],
    ['/api/v1/forwarding-addresses', 100],
  ])('GET %s accepts a limit of 1 to %i', async (path, most) => {
    for (const limit of [1, most]) expect((await key.get(`${path}?limit=${limit}`)).status).toBe(200)
    for (const limit of [0, most + 1, 'x']) expect((await key.get(`${path}?limit=${limit}`)).status).toBe(400)
  })
  test('mail of 20 MiB is accepted, and mail of more than 25 MiB refused with 552', async () => {
    await writeTo(service, alias.address, { text: text(20 * mebibyte) })
    await expect(writeTo(service, alias.address, { text: text(26 * mebibyte) })).rejects.toMatchObject({
      responseCode: 552,
    })
  })
})
