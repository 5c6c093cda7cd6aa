import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import type { ForwardingAddress } from './forwarding-address.ts'
import { openForwardingAddressBed, path } from './test-forwarding-addresses.ts'

const { bed, request, add, addOne, read, resend, systemMails } = openForwardingAddressBed()
const list = async (query = '') =>
  (await request('GET', path + query)).json<{ data: { addresses: ForwardingAddress[]; total: number } }>()
    .data

describe('POST /api/v1/forwarding-addresses', () => {
  test('adding a mailbox returns it unverified, without verifiedAt, and sends a verification email', async () => {
    const response = await add()
    expect(response.statusCode).toBe(201)
    const body = response.json<{ data: { id: string } }>()
    expect(body).toEqual({
      data: {
        id: expect.any(String),
        email: 'me@example.net',
        isVerified: false,
        createdAt: new Date(bed.time).toISOString(),
      },
      message: 'Verification email sent',
    })
    expect(await read(body.data.id)).toEqual({ ...body.data, verifiedAt: null })
    const [systemMail] = await systemMails(1)
    expect(systemMail).toMatchObject({
      from: 'no-reply@waypost.test',
      subject: expect.stringContaining('Confirm'),
    })
  })

  test('refuses a mailbox that the account already has in any case, and accepts it for another account', async () => {
    await add()
    bed.time += 60_000
    for (const again of [await add(), await add('ME@Example.net')]) {
      expect(again.statusCode).toBe(409)
      expect(again.json()).toEqual({ error: 'Forwarding address already exists' })
    }
    expect((await add('me@example.net', await bed.service.key('bob'))).statusCode).toBe(201)
  })

  test.each([
    '',
    'me',
    'me@localhost',
    'me@example.net\r\nBcc: all@example.net',
    'a@b.c, d@e.f',
    7,
    undefined,
  ])('adding a mailbox refuses %j', async (email) => {
    expect((await request('POST', path, { email })).statusCode).toBe(400)
  })

  test('refuses a mailbox that is an alias', async () => {
    const { address } = await addAddress(bed.service, 'bob')
    const response = await add(address)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'email must not be on a domain that hosts aliases' })
  })

  test('adds a mailbox and sends its email once per Idempotency-Key', async () => {
    const headers = { ...bed.key, 'idempotency-key': 'one' }
    const [first, second] = [await add('me@example.net', headers), await add('me@example.net', headers)]
    expect(second.json()).toEqual(first.json())
    expect(await systemMails(1)).toHaveLength(1)
  })
})

describe('GET /api/v1/forwarding-addresses', () => {
  test('lists the newest mailboxes first, 20 by default and 100 at most', async () => {
    const ids: string[] = []
    for (let number = 1; number <= 21; number += 1) ids.unshift(await addOne(`me${number}@example.net`))
    const all = await list()
    expect(all).toMatchObject({ total: 21, limit: 20, offset: 0 })
    expect(all.addresses.map(({ id }) => id)).toEqual(ids.slice(0, 20))
    expect((await list('?limit=1&offset=20')).addresses.map(({ id }) => id)).toEqual([ids[20]])
    expect((await request('GET', `${path}?limit=20`)).headers['link']).toBe(
      `<${path}?limit=20&offset=20>; rel="next"`,
    )
    expect((await request('GET', `${path}?limit=1&offset=20`)).headers['link']).toBeUndefined()
    for (const query of ['?limit=0', '?limit=101', '?offset=x'])
      expect((await request('GET', path + query)).statusCode).toBe(400)
  })
})

describe('access to forwarding addresses', () => {
  test('forwarding addresses require a key with the scope forwarding:manage', async () => {
    const headers = await bed.service.key('ada', { scopes: ['emails:read'] })
    for (const [method, url] of [
      ['GET', path],
      ['POST', path],
      ['GET', `${path}/x`],
      ['DELETE', `${path}/x`],
      ['POST', `${path}/x/resend-verification`],
    ] as const) {
      expect((await bed.service.app.inject({ method, url })).statusCode).toBe(401)
      const response = await request(method, url, undefined, headers)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({
        error: 'Insufficient permissions. Required scopes: forwarding:manage',
      })
    }
  })

  test('a mailbox of another owner or mode, an unknown id and an invalid id are all the same 404', async () => {
    const id = await addOne()
    const strangers = [await bed.service.key('bob'), await bed.service.key('ada', { mode: 'test' })]
    const asked = [
      ...strangers.map((headers) => [headers, id] as const),
      ...[newId(), 'none'].map((unknown) => [bed.key, unknown] as const),
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
