import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { testMxHost } from '../testing/test-app.ts'
import { openDomainBed, path, type Created } from './test-domains.ts'

const { bed, request, add, addOne, list, verify, addVerified, createAlias } = openDomainBed()
const remove = (id: string, headers = bed.key) => request('DELETE', `${path}/${id}`, undefined, headers)
const requests = (id: string) =>
  [
    ['GET', path, 'domains:read'],
    ['GET', `${path}/${id}`, 'domains:read'],
    ['POST', path, 'domains:manage'],
    ['POST', `${path}/${id}/verify`, 'domains:manage'],
    ['DELETE', `${path}/${id}`, 'domains:manage'],
  ] as const

test('GET /api/v1/domains/:id shows a domain as the list does, and 404 for an unknown one', async () => {
  const { id } = await addOne('ada.dev')
  expect((await request('GET', `${path}/${id}`)).json()).toEqual({ data: (await list())[0] })
  const unknown = await request('GET', `${path}/${newId()}`)
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { error: 'Domain not found' }])
})

describe('POST /api/v1/domains', () => {
  test('creating a domain returns it as pending, with the records to publish', async () => {
    const response = await add('Mail.ADA.dev')
    expect(response.statusCode).toBe(201)
    const { data } = response.json<{ data: Created }>()
    expect(data).toEqual({
      id: expect.any(String),
      domain: 'mail.ada.dev',
      status: 'pending',
      createdAt: new Date(bed.time).toISOString(),
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

  test('accepts an international domain, however it is written', async () => {
    expect((await addOne('b\u00fccher.de')).domain).toBe('xn--bcher-kva.de')
    const again = await add('XN--BCHER-KVA.de')
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ error: 'Domain already exists' })
  })

  test.each([null, 7, '', 'ada', 'co.uk', 'ada.test', '127.0.0.1', 'https://ada.dev', 'a'.repeat(256)])(
    'creating a domain refuses %j',
    async (domain) => {
      expect((await add(domain)).statusCode).toBe(400)
    },
  )

  test('refuses platform domains and their subdomains', async () => {
    await bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.platform_domains (id, domain, plans, position, created_at)
      values (uuidv7(), 'waypost.dev', '{free}', 9, now())
    `)
    for (const domain of ['waypost.dev', 'mail.waypost.dev']) {
      const response = await add(domain)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: 'domain must not be a platform domain or below one' })
    }
    expect((await add('notwaypost.dev')).statusCode).toBe(201)
  })

  test('only the Business plan can create a domain', async () => {
    const headers = await bed.service.person('bob')
    await bed.service.plan('bob', 'pro')
    const response = await add('bob.dev', headers)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ error: 'Custom domains require the Business plan' })
  })

  test('each account gets its own token for the same domain', async () => {
    const [one, other] = [await addOne(), await addOne('ada.dev', await bed.service.key('bob'))]
    expect(one.dnsRecords.txt.value).not.toBe(other.dnsRecords.txt.value)
  })
})

describe('DELETE /api/v1/domains/:id', () => {
  test('deleting a domain stops its aliases for good, whoever owns the domain later', async () => {
    const made = await addVerified()
    const { data: alias } = (await createAlias('ada.dev')).json<{ data: { id: string } }>()
    const response = await remove(made.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ message: 'Domain deleted' })
    expect(await list()).toEqual([])
    const bob = await bed.service.key('bob')
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

describe('access to domains', () => {
  test('domains require a key with the right scope', async () => {
    for (const [method, url, scope] of requests(newId())) {
      expect((await bed.service.app.inject({ method, url })).statusCode).toBe(401)
      const other = scope === 'domains:read' ? 'domains:manage' : 'domains:read'
      const headers = await bed.service.key('ada', { scopes: [other] })
      const response = await request(method, url, undefined, headers)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toEqual({ error: `Insufficient permissions. Required scopes: ${scope}` })
    }
  })

  test('a domain of another owner or mode, an unknown id and an invalid id are all the same 404', async () => {
    const { id } = await addOne()
    const strangers = [await bed.service.key('bob'), await bed.service.key('ada', { mode: 'test' })]
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
