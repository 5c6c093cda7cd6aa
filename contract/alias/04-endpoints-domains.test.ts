import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { addDomain, newDomainName } from './mail.ts'
import type { CreatedDomain, Domain } from './mail-resources.ts'
import type { Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client

beforeAll(async () => {
  service = await startService()
  key = await service.key()
})
afterAll(() => service.close())

const path = '/api/v1/domains'
const list = async (client = key) => (await client.get<Data<Domain[]>>(path)).body.data
const notFound = { status: 404, body: { error: 'Domain not found' } }

describe(`POST ${path}`, () => {
  test('creates a pending domain and returns its dnsRecords', async () => {
    const domain = newDomainName()
    const { status, body } = await key.post<Data<CreatedDomain>>(path, { domain })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: {
          id: expect.any(String),
          domain,
          status: 'pending',
          createdAt: expect.stringMatching(/Z$/),
          dnsRecords: {
            mx: { type: 'MX', host: domain, value: expect.stringMatching(/./), priority: expect.any(Number) },
            txt: { type: 'TXT', host: domain, value: expect.stringMatching(/./) },
          },
        },
      },
    })
  })
  test.each(['', 'ada', 'ada.d', 'a da.dev', '-ada.dev', 'ada.test', 'co.uk', 'github.io', '127.0.0.1'])(
    'refuses the domain %j',
    async (domain) => {
      expect(await key.post(path, { domain })).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      })
    },
  )
  test('stores an international domain in A-labels', async () => {
    const id = crypto.randomUUID()
    expect((await addDomain(key, `b\u00fccher-${id}.dev`)).domain).toMatch(/^xn--b.*\.dev$/)
  })
  test('refuses a domain that the account has already, and gives another account another token', async () => {
    const made = await addDomain(key)
    expect((await key.post(path, { domain: made.domain.toUpperCase() })).status).toBe(409)
    const other = await addDomain(await service.key({ owner: service.stranger }), made.domain)
    expect(other.dnsRecords.txt.value).not.toBe(made.dnsRecords.txt.value)
  })
})

test(`GET ${path} returns { data: [{ id, domain, status, createdAt }] }`, async () => {
  const { dnsRecords: _, ...shown } = await addDomain(key)
  expect((await list()).find(({ id }) => id === shown.id)).toEqual(shown)
  expect(await list(await service.key({ mode: 'test' }))).not.toContainEqual(shown)
})

test(`POST ${path}/:id/verify checks the records at once and returns what it found`, async () => {
  const made = await addDomain(key)
  const { status, body } = await key.post<Data<object>>(`${path}/${made.id}/verify`)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...made,
    checks: { mx: expect.stringMatching(/missing|unknown/), txt: expect.stringMatching(/missing|unknown/) },
  })
})

describe(`DELETE ${path}/:id`, () => {
  test('returns { message }, and the domain is no longer listed', async () => {
    const { id } = await addDomain(key)
    const { status, body } = await key.delete(`${path}/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } })
    expect((await list()).map((each) => each.id)).not.toContain(id)
    const again = await key.delete(`${path}/${id}`)
    expect({ status: again.status, body: again.body }).toEqual(notFound)
  })
  test('answers the same 404 to an account or mode that does not own the domain', async () => {
    const { id } = await addDomain(key)
    for (const client of [service.stranger, await service.key({ mode: 'test' })]) {
      for (const answer of [await client.delete(`${path}/${id}`), await client.post(`${path}/${id}/verify`)])
        expect({ status: answer.status, body: answer.body }).toEqual(notFound)
    }
  })
})

test('an account below the highest plan cannot add a custom domain', async () => {
  await service.plan(service.stranger, 'pro')
  const { status } = await service.stranger.post(path, { domain: newDomainName() })
  await service.plan(service.stranger, 'business')
  expect(status).toBe(403)
})
