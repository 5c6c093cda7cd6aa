import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { receive, writeTo } from './mail.ts'
import type { EmailDetail, EmailPage } from './mail-resources.ts'
import type { Alias, Data } from './resources.ts'
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

const path = '/api/v1/emails'
const unknown = '00000000-0000-7000-8000-000000000000'
const notFound = { status: 404, body: { error: 'Email not found' } }
const list = async (query = '', client = key) => (await client.get<EmailPage>(`${path}${query}`)).body
const newEmail = () => ({
  fromAddressId: alias.id,
  to: 'eve@example.net',
  subject: 'Hello',
  body: 'Hello Eve',
})

describe(`GET ${path}`, () => {
  test('returns { data, total, limit, offset } at the top level', async () => {
    const email = await receive(service, key, alias, { html: '<p>The tide</p>' })
    expect(email).toEqual({
      id: expect.any(String),
      addressId: alias.id,
      threadId: expect.any(String),
      type: 'received',
      from: 'bob@example.net',
      fromName: 'Bob',
      to: alias.address,
      subject: 'Hello',
      bodyText: expect.stringContaining('The tide turns at five.'),
      bodyHtml: expect.stringContaining('<p>The tide</p>'),
      isRead: false,
      isStarred: false,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      hasAttachments: false,
    })
    expect(await list()).toEqual({
      data: expect.any(Array),
      total: expect.any(Number),
      limit: 50,
      offset: 0,
    })
  })
  test('returns the page that limit and offset choose', async () => {
    const own = await service.alias(key)
    const made = []
    for (const subject of ['one', 'two', 'three']) made.unshift(await receive(service, key, own, { subject }))
    const page = await list(`?address_id=${own.id}&limit=1&offset=1`)
    expect(page).toEqual({ data: [made[1]], total: 3, limit: 1, offset: 1 })
  })
  test('filters by address_id, type and is_deleted', async () => {
    const own = await service.alias(key)
    const { id } = await receive(service, key, own)
    expect(await list(`?address_id=${own.id}&type=received`)).toMatchObject({ data: [{ id }], total: 1 })
    expect(await list(`?address_id=${own.id}&type=sent`)).toMatchObject({ data: [], total: 0 })
    expect(await list(`?address_id=${own.id}&is_deleted=true`)).toMatchObject({ data: [], total: 0 })
    await key.delete(`${path}/${id}`)
    expect(await list(`?address_id=${own.id}`)).toMatchObject({ data: [], total: 0 })
    expect(await list(`?address_id=${own.id}&is_deleted=true`)).toMatchObject({ data: [{ id }], total: 1 })
  })
  test.each(['limit=0', 'limit=101', 'offset=x', 'type=draft', 'address_id=x'])(
    'refuses %s',
    async (query) => {
      expect((await key.get(`${path}?${query}`)).status).toBe(400)
    },
  )
})

describe(`GET ${path}/:id`, () => {
  test('returns the email with its attachments, which can be downloaded, and its raw form', async () => {
    const attachments = [{ filename: 'tides.txt', content: 'five' }]
    const { id, hasAttachments } = await receive(service, key, alias, { attachments })
    expect(hasAttachments).toBe(true)
    const { data } = (await key.get<Data<EmailDetail>>(`${path}/${id}`)).body
    expect(data).not.toHaveProperty('hasAttachments')
    expect(data.attachments).toEqual([
      {
        id: expect.any(String),
        filename: 'tides.txt',
        contentType: 'text/plain',
        size: 4,
        contentId: null,
        inline: false,
      },
    ])
    const file = await key.get<string>(`${path}/${id}/attachments/${data.attachments[0]!.id}`)
    expect([file.status, file.body]).toEqual([200, 'five'])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    const raw = await key.get<string>(`${path}/${id}/raw`)
    expect(raw.headers.get('content-type')).toBe('message/rfc822')
    expect(raw.body).toContain('Subject: Hello\r\n')
  })
  test.each([unknown, 'x'])('answers 404 with { error } for the unknown id %s', async (id) => {
    const { status, body } = await key.get(`${path}/${id}`)
    expect({ status, body }).toEqual(notFound)
  })
})

describe(`PATCH ${path}/:id`, () => {
  test('changes isRead and isStarred, each by itself', async () => {
    const { id } = await receive(service, key, alias)
    const { status, body } = await key.patch<Data<EmailDetail>>(`${path}/${id}`, { isRead: true })
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { isRead: true, isStarred: false },
    })
    expect(
      (await key.patch<Data<EmailDetail>>(`${path}/${id}`, { isStarred: true })).body.data,
    ).toMatchObject({
      isRead: true,
      isStarred: true,
    })
  })
})

describe(`DELETE ${path}/:id`, () => {
  test('returns { data: { id }, message }, and 404 for an email that is already deleted', async () => {
    const { id } = await receive(service, key, alias)
    const { status, body } = await key.delete(`${path}/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { data: { id }, message: expect.any(String) } })
    const again = await key.delete(`${path}/${id}`)
    expect({ status: again.status, body: again.body }).toEqual(notFound)
    expect((await key.get(`${path}/${id}`)).status).toBe(200)
  })
  test('answers 404 with { error } for an unknown id', async () => {
    const { status, body } = await key.delete(`${path}/${unknown}`)
    expect({ status, body }).toEqual(notFound)
  })
})

describe(`POST ${path}`, () => {
  test('returns { data: { id }, message } and queues an email that can be read by that id', async () => {
    const { status, body } = await key.post<{ data: { id: string }; message: string }>(path, newEmail())
    expect({ status, body }).toEqual({
      status: 202,
      body: { data: { id: expect.any(String) }, message: expect.any(String) },
    })
    const email = (await key.get<Data<EmailDetail>>(`${path}/${body.data.id}`)).body.data
    expect(email).toMatchObject({
      type: 'sent',
      from: alias.address,
      to: 'eve@example.net',
      subject: 'Hello',
      bodyText: 'Hello Eve',
      bodyHtml: '',
    })
    expect(['queued', 'sent', 'bounced', 'failed']).toContain(email.status)
  })
  test.each(['fromAddressId', 'to', 'subject', 'body'])('refuses an email without %s', async (field) => {
    expect((await key.post(path, { ...newEmail(), [field]: undefined })).status).toBe(400)
  })
  test('answers 404 with { error } for an unknown alias', async () => {
    const { status, body } = await key.post(path, { ...newEmail(), fromAddressId: unknown })
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Alias not found' } })
  })
  test('with a test key delivers nothing, not even to another alias', async () => {
    const testKey = await service.key({ mode: 'test' })
    const own = await service.alias(testKey)
    const { id } = (
      await testKey.post<Data<{ id: string }>>(path, {
        ...newEmail(),
        fromAddressId: own.id,
        to: alias.address,
      })
    ).body.data
    const before = await list(`?address_id=${alias.id}`)
    await waitFor(
      'the email to have the status sent',
      async () => (await testKey.get<Data<EmailDetail>>(`${path}/${id}`)).body.data.status === 'sent',
    )
    expect((await list(`?address_id=${alias.id}`)).total).toBe(before.total)
  })
})

describe('an email of another owner or mode', () => {
  test('gets the same 404 as an unknown one', async () => {
    const { id } = await receive(service, key, alias)
    for (const client of [
      await service.key({ owner: service.stranger }),
      await service.key({ mode: 'test' }),
    ]) {
      for (const [method, suffix] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/raw'],
      ] as const) {
        const { status, body } = await client.request(method, `${path}/${id}${suffix}`, {
          ...(method === 'PATCH' && { body: { isRead: true } }),
        })
        expect({ status, body }).toEqual(notFound)
      }
      expect(await list(`?address_id=${alias.id}`, client)).toMatchObject({ data: [], total: 0 })
    }
  })
})

test('mail to an address that is no alias is refused with 550 5.1.1', async () => {
  const [, domain] = alias.address.split('@')
  await expect(writeTo(service, `nobody-${crypto.randomUUID()}@${domain}`)).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringMatching(/^550 5\.1\.1 /),
  })
})
