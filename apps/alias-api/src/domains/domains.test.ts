import { sql } from 'drizzle-orm'
import { newId, systemClock, type Clock } from '@waypost/postgres'
import { startDnsServer, type DnsEntry, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestApp, testMxHost, type TestApp } from '../test-app.ts'
import { checkDueDomains } from './check-due-domains.ts'
import type { checkedDomain, createdDomain, Domain } from './domain.ts'

type Credentials = { authorization: string }
type Created = z.infer<typeof createdDomain>
type Checked = z.infer<typeof checkedDomain>

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let service: TestApp
let dns: DnsServer
let key: Credentials
let time = Date.now()

beforeAll(async () => {
  dns = await startDnsServer()
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time })
  service = await startTestApp({ clock, dnsServer: dns.address })
})
afterAll(async () => {
  await service.close()
  await dns.close()
})
beforeEach(async () => {
  time = Date.now()
  key = await service.key('ada')
})
afterEach(async () => {
  dns.clear()
  await service.empty()
})

const path = '/api/v1/domains'
const request = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = key) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const add = (domain: unknown = 'ada.dev', headers = key) => request('POST', path, { domain }, headers)
const addOne = async (domain = 'ada.dev', headers = key) =>
  (await add(domain, headers)).json<{ data: Created }>().data
const list = async (headers = key) =>
  (await request('GET', path, undefined, headers)).json<{ data: Domain[] }>().data
const verify = (id: string, headers = key) => request('POST', `${path}/${id}/verify`, undefined, headers)
const verifyOne = async (id: string, headers = key) =>
  (await verify(id, headers)).json<{ data: Checked }>().data
const remove = (id: string, headers = key) => request('DELETE', `${path}/${id}`, undefined, headers)
/** What its owner would enter, for as many as share the domain. */
const entered = (...domains: Created[]): DnsEntry => ({
  MX: [{ exchange: testMxHost, priority: 10 }],
  TXT: domains.map(({ dnsRecords }) => [dnsRecords.txt.value]),
})
const addVerified = async (domain = 'ada.dev', headers = key) => {
  const made = await addOne(domain, headers)
  dns.set(domain, entered(made))
  await verifyOne(made.id, headers)
  return made
}
/** As the mail process does it, under its role. */
const checkDue = () =>
  checkDueDomains({
    db: service.database.connectAs('waypost_alias_mail').db,
    clock: service.services.clock,
    dns: service.services.dns,
  })
const statusOf = async (id: string, headers = key) =>
  (await list(headers)).find((each) => each.id === id)?.status
const nextCheck = async (id: string) => {
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute<{ at: string | null }>(sql`select next_check_at as at from alias.domains where id = ${id}`)
  return rows[0]!.at === null ? null : new Date(rows[0]!.at).getTime()
}
/** Goes to the next check and makes it. */
const checkNext = async (id: string) => {
  time = (await nextCheck(id))!
  expect(await checkDue()).toBe(1)
}
const requests = (id: string) =>
  [
    ['GET', path, 'domains:read'],
    ['POST', path, 'domains:manage'],
    ['POST', `${path}/${id}/verify`, 'domains:manage'],
    ['DELETE', `${path}/${id}`, 'domains:manage'],
  ] as const
const createAlias = (domain: string) => request('POST', '/api/v1/addresses', { domain })

describe('POST /api/v1/domains', () => {
  test('answers the domain as pending, with the records that are to be entered', async () => {
    const response = await add('Mail.ADA.dev')
    expect(response.statusCode).toBe(201)
    const { data } = response.json<{ data: Created }>()
    expect(data).toEqual({
      id: expect.any(String),
      domain: 'mail.ada.dev',
      status: 'pending',
      createdAt: new Date(time).toISOString(),
      dnsRecords: {
        mx: { type: 'MX', host: 'mail.ada.dev', value: testMxHost, priority: 10 },
        txt: {
          type: 'TXT',
          host: 'mail.ada.dev',
          value: expect.stringMatching(/^waypost-verification=[0-9a-f]{32}$/),
        },
      },
    })
    expect(await list()).toEqual([
      { id: data.id, domain: 'mail.ada.dev', status: 'pending', createdAt: data.createdAt },
    ])
  })

  test('takes an international domain, however it is written', async () => {
    expect((await addOne('b\u00fccher.de')).domain).toBe('xn--bcher-kva.de')
    const again = await add('XN--BCHER-KVA.de')
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ error: 'Domain already exists' })
  })

  test.each([null, 7, '', 'ada', 'co.uk', 'ada.test', '127.0.0.1', 'https://ada.dev', 'a'.repeat(256)])(
    'refuses %j',
    async (domain) => {
      expect((await add(domain)).statusCode).toBe(400)
    },
  )

  test('refuses what is the service’s, and below it', async () => {
    await service.database.connectAsOwner().db.execute(sql`
      insert into alias.platform_domains (id, domain, plans, position, created_at)
      values (uuidv7(), 'waypost.dev', '{free}', 9, now())
    `)
    for (const domain of ['waypost.dev', 'mail.waypost.dev']) {
      const response = await add(domain)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: 'domain must not be one of the service' })
    }
    expect((await add('notwaypost.dev')).statusCode).toBe(201)
  })

  test('is for the Business plan only', async () => {
    const headers = await service.person('bob')
    await service.plan('bob', 'pro')
    const response = await add('bob.dev', headers)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ error: 'Custom domains require the Business plan' })
  })

  test('gives every account a token of its own for the same domain', async () => {
    const [one, other] = [await addOne(), await addOne('ada.dev', await service.key('bob'))]
    expect(one.dnsRecords.txt.value).not.toBe(other.dnsRecords.txt.value)
  })
})

describe('POST /api/v1/domains/:id/verify', () => {
  test('finds both records and verifies at once, and aliases can be had', async () => {
    const made = await addOne()
    expect((await createAlias('ada.dev')).statusCode).toBe(400)
    dns.set('ada.dev', entered(made))
    const response = await verify(made.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      data: { ...made, status: 'verified', checks: { mx: 'found', txt: 'found' } },
    })
    expect(await statusOf(made.id)).toBe('verified')
    expect((await createAlias('ada.dev')).statusCode).toBe(201)
  })

  test('says what is not there yet, and stays pending with one of two', async () => {
    const made = await addOne()
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'missing', txt: 'missing' },
    })
    dns.set('ada.dev', { TXT: [[made.dnsRecords.txt.value]] })
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'missing', txt: 'found' },
    })
    dns.set('ada.dev', 'SERVFAIL')
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'unknown', txt: 'unknown' },
    })
  })

  test('does not take another account’s token', async () => {
    const made = await addOne()
    dns.set('ada.dev', entered(await addOne('ada.dev', await service.key('bob'))))
    expect(await verifyOne(made.id)).toMatchObject({
      status: 'pending',
      checks: { mx: 'found', txt: 'wrong' },
    })
  })
})

describe('while it is pending', () => {
  test('it is looked at by itself, with growing pauses, for seven days', async () => {
    const { id } = await addOne()
    const startedAt = time
    const pausesMinutes: number[] = []
    while ((await nextCheck(id)) !== null) {
      const before = time
      await checkNext(id)
      pausesMinutes.push(Math.round((time - before) / minuteMs))
    }
    expect(pausesMinutes.slice(0, 8)).toEqual([1, 1, 1, 2, 2, 3, 5, 8])
    expect(Math.max(...pausesMinutes)).toBe(360)
    expect(pausesMinutes.length).toBeLessThan(50)
    expect(time - startedAt).toBeGreaterThanOrEqual(7 * 24 * hourMs)
    expect(await checkDue()).toBe(0)
  })

  test('it becomes verified when the records are there, and is looked at again when its owner asks', async () => {
    const made = await addOne()
    while ((await nextCheck(made.id)) !== null) await checkNext(made.id)
    await verifyOne(made.id)
    expect(await nextCheck(made.id)).toBe(time + minuteMs)
    dns.set('ada.dev', entered(made))
    await checkNext(made.id)
    expect(await statusOf(made.id)).toBe('verified')
  })
})

describe('once it is verified', () => {
  test('it is looked at daily', async () => {
    const { id } = await addVerified()
    expect(await nextCheck(id)).toBe(time + 24 * hourMs)
    await checkNext(id)
    expect([await statusOf(id), await nextCheck(id)]).toEqual(['verified', time + 24 * hourMs])
  })

  test('records that are gone take it away at the third time, twelve hours apart, and its aliases’ mail with it', async () => {
    const { id } = await addVerified()
    dns.set('ada.dev', undefined)
    await checkNext(id)
    expect([await statusOf(id), await nextCheck(id)]).toEqual(['verified', time + 12 * hourMs])
    await checkNext(id)
    expect(await statusOf(id)).toBe('verified')
    await checkNext(id)
    expect([await statusOf(id), await nextCheck(id)]).toEqual(['pending', time + minuteMs])
    expect((await createAlias('ada.dev')).statusCode).toBe(400)
  })

  test('it comes back by itself when the records do', async () => {
    const made = await addVerified()
    dns.set('ada.dev', undefined)
    for (const _ of [1, 2, 3]) await checkNext(made.id)
    dns.set('ada.dev', entered(made))
    await checkNext(made.id)
    expect(await statusOf(made.id)).toBe('verified')
  })

  test('one time that is right makes up for those before', async () => {
    const made = await addVerified()
    for (const _ of [1, 2, 3]) {
      dns.set('ada.dev', undefined)
      await checkNext(made.id)
      await checkNext(made.id)
      dns.set('ada.dev', entered(made))
      await checkNext(made.id)
    }
    expect(await statusOf(made.id)).toBe('verified')
  })

  test.each(['SERVFAIL', 'REFUSED', 'silence'] as const)('%s never takes it away', async (entry) => {
    const { id } = await addVerified()
    dns.set('ada.dev', entry)
    for (const _ of [1, 2, 3, 4]) {
      await checkNext(id)
      expect([await statusOf(id), await nextCheck(id)]).toEqual(['verified', time + hourMs])
    }
  })

  test('an owner who asks again and again does not lose it sooner', async () => {
    const { id } = await addVerified()
    dns.set('ada.dev', undefined)
    for (const _ of [1, 2, 3, 4]) await verify(id)
    expect(await statusOf(id)).toBe('verified')
  })
})

describe('several accounts with one domain', () => {
  test('one has it verified; the other is told, and gets it when the first has lost it', async () => {
    const bob = await service.key('bob')
    const first = await addVerified()
    const second = await addOne('ada.dev', bob)
    // The domain was sold: only the new owner's records are there.
    dns.set('ada.dev', entered(second))
    const response = await verify(second.id, bob)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ error: 'Domain is verified by another account' })
    expect(await statusOf(second.id, bob)).toBe('pending')
    expect(await nextCheck(first.id)).toBe(time)
    for (const _ of [1, 2, 3]) {
      time = (await nextCheck(first.id))!
      await checkDue()
    }
    expect(await statusOf(first.id)).toBe('pending')
    expect((await verify(second.id, bob)).statusCode).toBe(200)
    expect(await statusOf(second.id, bob)).toBe('verified')
  })

  test('of those who verify it at the same moment one does', async () => {
    const keys = await Promise.all(['one', 'two', 'three'].map((account) => service.key(account)))
    const made = await Promise.all(keys.map((headers) => addOne('ada.dev', headers)))
    dns.set('ada.dev', entered(...made))
    const responses = await Promise.all(made.map(({ id }, index) => verify(id, keys[index])))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })

  test('what is verified in test mode stands in nobody’s way', async () => {
    const testKey = await service.key('ada', { mode: 'test' })
    const testOnly = await addOne('ada.dev', testKey)
    const live = await addOne()
    dns.set('ada.dev', entered(testOnly, live))
    expect(await verifyOne(testOnly.id, testKey)).toMatchObject({ status: 'verified' })
    expect(await verifyOne(live.id)).toMatchObject({ status: 'verified' })
  })
})

test('several processes look at a domain once', async () => {
  const { id } = await addOne()
  time = (await nextCheck(id))!
  const counts = await Promise.all([checkDue(), checkDue(), checkDue()])
  expect(counts.toSorted()).toEqual([0, 0, 1])
})

describe('DELETE /api/v1/domains/:id', () => {
  test('stops its aliases for good, whoever has the domain later', async () => {
    const made = await addVerified()
    const { data: alias } = (await createAlias('ada.dev')).json<{ data: { id: string } }>()
    const response = await remove(made.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ message: 'Domain deleted' })
    expect(await list()).toEqual([])
    const bob = await service.key('bob')
    await addVerified('ada.dev', bob)
    const aliases = (await request('GET', '/api/v1/addresses', undefined, bob)).json<{
      data: { total: number }
    }>()
    expect(aliases.data.total).toBe(0)
    const own = (await request('GET', '/api/v1/addresses')).json<{
      data: { addresses: { id: string; isActive: boolean }[] }
    }>()
    expect(own.data.addresses).toMatchObject([{ id: alias.id, isActive: false }])
  })
})

describe('who may', () => {
  test('nobody without a key or without its scope', async () => {
    for (const [method, url, scope] of requests(newId())) {
      expect((await service.app.inject({ method, url })).statusCode).toBe(401)
      const other = scope === 'domains:read' ? 'domains:manage' : 'domains:read'
      const response = await request(method, url, undefined, await service.key('ada', { scopes: [other] }))
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({ error: `Insufficient permissions. Required scopes: ${scope}` })
    }
  })

  test('another owner, the other mode, an unknown id and one that is none are all the same 404', async () => {
    const { id } = await addOne()
    const strangers = [await service.key('bob'), await service.key('ada', { mode: 'test' })]
    const responses = [
      ...strangers.flatMap((headers) => [() => verify(id, headers), () => remove(id, headers)]),
      ...[newId(), 'none'].flatMap((unknown) => [() => verify(unknown), () => remove(unknown)]),
    ]
    for (const ask of responses) {
      const response = await ask()
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Domain not found' })
    }
    expect(await list(strangers[0])).toEqual([])
    expect(await list()).toHaveLength(1)
  })
})
