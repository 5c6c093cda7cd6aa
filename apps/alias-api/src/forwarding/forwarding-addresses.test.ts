import { sql } from 'drizzle-orm'
import { newId, systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestMail, type TestMail } from '../test-mail.ts'
import type { ForwardingAddress } from './forwarding-address.ts'

type Credentials = { authorization: string }

let service: TestApp
let mail: TestMail
let key: Credentials
let time = Date.now()

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = Date.now()
  mail = await startTestMail(service)
  await mail.workDepartures()
  key = await service.key('ada')
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

const path = '/api/v1/forwarding-addresses'
const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = key) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const add = (email = 'me@example.net', headers = key) => request('POST', path, { email }, headers)
const addOne = async (email?: string, headers = key) =>
  (await add(email, headers)).json<{ data: { id: string } }>().data.id
const read = async (id: string) =>
  (await request('GET', `${path}/${id}`)).json<{ data: ForwardingAddress }>().data
const resend = (id: string, headers = key) =>
  request('POST', `${path}/${id}/resend-verification`, undefined, headers)
const list = async (query = '') =>
  (await request('GET', path + query)).json<{ data: { addresses: ForwardingAddress[]; total: number } }>()
    .data
const letters = (count: number, to = 'me@example.net') =>
  waitFor(`${count} letters`, async () => {
    const { data } = (await service.app.inject({ url: `/dev/outbox?to=${to}` })).json<{
      data: { bodyText: string; subject: string; from: string }[]
    }>()
    return data.length >= count && data
  })
/** Path and query of the link in the newest letter. */
const linkOf = async (count = 1, to?: string) => {
  const [letter] = await letters(count, to)
  const link = /^https:\/\/alias\.waypost\.test\/base(\/verify-forwarding\?token=[\w-]{43})$/m.exec(
    letter!.bodyText,
  )
  return link![1]!
}
const open = (link: string, method: 'GET' | 'POST' = 'GET') =>
  service.app.inject({
    method,
    url: link,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    }),
  })

describe('POST /api/v1/forwarding-addresses', () => {
  test('answers what is there now, without verifiedAt, and says that a mail is under way', async () => {
    const response = await add()
    expect(response.statusCode).toBe(201)
    const body = response.json<{ data: { id: string } }>()
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        email: 'me@example.net',
        isVerified: false,
        createdAt: new Date(time).toISOString(),
      },
      message: 'Verification email sent',
    })
    expect(await read(body.data.id)).toEqual({ ...body.data, verifiedAt: null })
    const [letter] = await letters(1)
    expect(letter).toMatchObject({
      from: 'no-reply@waypost.test',
      subject: expect.stringContaining('Confirm'),
    })
  })

  test('refuses the same one twice, and not to somebody else', async () => {
    await add()
    time += 60_000
    const again = await add()
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ error: 'Forwarding address already exists' })
    expect((await add('me@example.net', await service.key('bob'))).statusCode).toBe(201)
  })

  test.each([
    '',
    'me',
    'me@localhost',
    'me@example.net\r\nBcc: all@example.net',
    'a@b.c, d@e.f',
    7,
    undefined,
  ])('refuses %j', async (email) => {
    expect((await request('POST', path, { email })).statusCode).toBe(400)
  })

  test('refuses what is an alias itself', async () => {
    const { address } = await addAddress(service, 'bob')
    const response = await add(address)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'email must not be on a domain of aliases' })
  })

  test('adds and sends once for one Idempotency-Key', async () => {
    const headers = { ...key, 'idempotency-key': 'one' }
    const [first, second] = [await add('me@example.net', headers), await add('me@example.net', headers)]
    expect(second.json()).toEqual(first.json())
    expect(await letters(1)).toHaveLength(1)
  })
})

describe('the link', () => {
  test('opens a page that names the mailbox, runs nothing and confirms nothing', async () => {
    const id = await addOne()
    const link = await linkOf()
    for (const _ of [1, 2]) {
      const response = await open(link)
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(response.body).toContain('me@example.net')
      expect(response.body).toContain('<form method="post">')
    }
    expect(await read(id)).toMatchObject({ isVerified: false })
  })

  test('confirms by the button on that page, once', async () => {
    const id = await addOne()
    const link = await linkOf()
    time += 1000
    expect((await open(link, 'POST')).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ isVerified: true, verifiedAt: new Date(time).toISOString() })
    const again = await open(link, 'POST')
    expect(again.statusCode).toBe(404)
    expect((await open(link)).body).toContain('does not work any more')
    expect(await read(id)).toMatchObject({ verifiedAt: new Date(time).toISOString() })
  })

  test('is good for 24 hours and no moment longer', async () => {
    const id = await addOne()
    const link = await linkOf()
    time += 24 * 3_600_000 - 1
    expect((await open(link)).statusCode).toBe(200)
    time += 1
    expect((await open(link, 'POST')).statusCode).toBe(404)
    expect(await read(id)).toMatchObject({ isVerified: false })
  })

  test('cannot be found out from the database', async () => {
    await addOne()
    const token = new URL(await linkOf(), 'http://localhost').searchParams.get('token')!
    const { rows } = await service.database
      .connectAsOwner()
      .db.execute<{ row: string }>(
        sql`select forwarding_addresses::text as row from alias.forwarding_addresses`,
      )
    expect(rows[0]!.row).not.toContain(token)
    expect(rows[0]!.row).not.toContain(Buffer.from(token).toString('hex'))
  })

  test.each(['', '?token=', '?token=x', '?token=a&token=b', `?token=${'x'.repeat(5000)}`])(
    'is none where it is %s',
    async (query) => {
      expect((await open(`/verify-forwarding${query}`)).statusCode).toBe(404)
      expect((await open(`/verify-forwarding${query}`, 'POST')).statusCode).toBe(404)
    },
  )

  test('does not let a mailbox write into its page', async () => {
    await addOne(`a'b&c@example.net`)
    expect((await open(await linkOf(1, encodeURIComponent(`a'b&c@example.net`)))).body).toContain(
      '<strong>a&#39;b&#38;c@example.net</strong>',
    )
  })
})

describe('another link', () => {
  test('voids the one before', async () => {
    const id = await addOne()
    const first = await linkOf()
    time += 60_000
    const response = await resend(id)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ message: 'Verification email sent' })
    const second = await linkOf(2)
    expect(second).not.toBe(first)
    expect((await open(first, 'POST')).statusCode).toBe(404)
    expect((await open(second, 'POST')).statusCode).toBe(200)
  })

  test('is not sent to who has confirmed', async () => {
    const id = await addOne()
    await open(await linkOf(), 'POST')
    time += 60_000
    const response = await resend(id)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ error: 'Address is already verified.' })
  })

  test('is sent after a minute, and five times a day, whoever asks for it', async () => {
    const id = await addOne()
    const tooMany = { error: 'Too many verification emails. Try again later.' }
    time += 59_999
    const tooSoon = await resend(id)
    expect([tooSoon.statusCode, tooSoon.json()]).toEqual([429, tooMany])
    expect(tooSoon.headers['retry-after']).toBe('1')
    time += 1
    for (let sent = 2; sent <= 5; sent += 1) {
      expect((await resend(id)).statusCode).toBe(202)
      time += 60_000
    }
    const fifth = await resend(id)
    expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([429, String(24 * 3600 - 5 * 60)])
    expect((await add('ME@example.net', await service.key('bob'))).statusCode).toBe(429)
    expect((await request('DELETE', `${path}/${id}`)).statusCode).toBe(200)
    expect((await add()).statusCode).toBe(429)
    expect((await add('other@example.net')).statusCode).toBe(201)
    time += 24 * 3_600_000
    expect((await add()).statusCode).toBe(201)
  })
})

describe('the list', () => {
  test('shows the newest first, 20 by default and 100 at most', async () => {
    const ids: string[] = []
    for (let number = 1; number <= 21; number += 1) ids.unshift(await addOne(`me${number}@example.net`))
    const all = await list()
    expect(all).toMatchObject({ total: 21, limit: 20, offset: 0 })
    expect(all.addresses.map(({ id }) => id)).toEqual(ids.slice(0, 20))
    expect((await list('?limit=1&offset=20')).addresses.map(({ id }) => id)).toEqual([ids[20]])
    for (const query of ['?limit=0', '?limit=101', '?offset=x'])
      expect((await request('GET', path + query)).statusCode).toBe(400)
  })
})

describe('who may', () => {
  test('nobody without a key or without its scope', async () => {
    const headers = await service.key('ada', { scopes: ['emails:read'] })
    for (const [method, url] of [
      ['GET', path],
      ['POST', path],
      ['GET', `${path}/x`],
      ['DELETE', `${path}/x`],
      ['POST', `${path}/x/resend-verification`],
    ] as const) {
      expect((await service.app.inject({ method, url })).statusCode).toBe(401)
      const response = await request(method, url, undefined, headers)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({
        error: 'Insufficient permissions. Required scopes: forwarding:manage',
      })
    }
  })

  test('another owner, the other mode, an unknown id and one that is none are all the same 404', async () => {
    const id = await addOne()
    const strangers = [await service.key('bob'), await service.key('ada', { mode: 'test' })]
    const asked = [
      ...strangers.map((headers) => [headers, id] as const),
      ...[newId(), 'none'].map((unknown) => [key, unknown] as const),
    ]
    for (const [headers, each] of asked) {
      for (const response of [
        await request('GET', `${path}/${each}`, undefined, headers),
        await request('DELETE', `${path}/${each}`, undefined, headers),
        await resend(each, headers),
      ]) {
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({ error: 'Forwarding address not found' })
      }
    }
    expect(await read(id)).toMatchObject({ id })
    expect((await request('GET', path, undefined, strangers[0])).json()).toMatchObject({ data: { total: 0 } })
  })
})
