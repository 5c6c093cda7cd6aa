import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { openDomainBed, path } from '../domains/test-domains.ts'
import { installPlanSenders } from '../plan-senders/install-plan-senders.ts'
import { rotateDkimKeys } from '../signing/rotate-dkim-keys.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { claimsOf } from './test-subdomains.ts'

const { bed, request, list, add, verify } = openDomainBed()
const { claim, claimed, platformDomainId } = claimsOf(() => bed.service)
const release = (id: string, headers = bed.key) => request('DELETE', `${path}/${id}`, undefined, headers)
const create = (payload: object, headers = bed.key) => request('POST', '/api/v1/addresses', payload, headers)
const limit = (accountId: string, subdomains: number) =>
  bed.service.app.inject({
    method: 'PUT',
    url: `/admin/accounts/${accountId}/limits`,
    headers: { authorization: `Bearer ${testAdminToken}` },
    payload: { subdomains },
  })
const usage = async () =>
  (await request('GET', '/api/v1/account')).json<{
    data: { usage: { domains: object; subdomains: object } }
  }>().data.usage
const pro = async (accountId: string) => {
  await bed.service.plan(accountId, 'pro')
  return bed.service.person(accountId)
}

describe('claiming a subdomain of a platform domain', () => {
  test('gives the account a verified domain, which counts as a subdomain and not as a custom domain', async () => {
    const response = await claim('Alice', bed.key)
    expect(response.statusCode).toBe(201)
    const { data } = response.json<{ data: { id: string } }>()
    expect(data).toEqual({
      id: expect.any(String),
      domain: 'alice.in.test',
      status: 'verified',
      createdAt: new Date(bed.time).toISOString(),
      platformDomain: 'in.test',
    })
    expect(await list()).toEqual([data])
    expect((await request('GET', `${path}/${data.id}`)).json()).toEqual({ data })
    expect(await usage()).toMatchObject({
      domains: { used: 0, limit: 100 },
      subdomains: { used: 1, limit: 1 },
    })
  })

  test('is offered by the list of platform domains, where the operator lets accounts do it', async () => {
    const id = await platformDomainId()
    const { data } = (await request('GET', '/api/v1/platform-domains')).json<{ data: object[] }>()
    expect(data).toEqual([
      { id: expect.any(String), domain: 'waypost.test', plans: ['free', 'pro', 'business'] },
      { id, domain: 'in.test', plans: ['pro', 'business'], hasSubdomains: true },
    ])
    const closed = await claim('alice', bed.key, await platformDomainId('waypost.test'))
    expect([closed.statusCode, closed.json()]).toEqual([
      403,
      { error: 'The plan business has no names below waypost.test' },
    ])
    const unknown = await claim('alice', bed.key, newId())
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { error: 'Platform domain not found' }])
  })

  test('needs a plan of the platform domain, and room in the limit of the account', async () => {
    await bed.service.plan('free', 'free')
    const free = await claim('alice', await bed.service.person('free'))
    expect([free.statusCode, free.json()]).toEqual([
      403,
      { error: 'The plan free has no names below in.test' },
    ])
    expect((await claim('alice', bed.key)).statusCode).toBe(201)
    const second = await claim('bertha', bed.key)
    expect([second.statusCode, second.json()]).toEqual([
      403,
      { error: 'Subdomain limit reached: 1 of 1 used. It does not reset: release one first.' },
    ])
    await limit('ada', 2)
    expect((await claim('bertha', bed.key)).statusCode).toBe(201)
  })

  test.each([
    'ab',
    'a'.repeat(64),
    'a.b',
    'a_b',
    '-ab',
    'ab-',
    'xn--80ak6aa92e',
    'al ice',
    'älice',
    'WWW',
    'admin',
    'postmaster',
    'mx2',
    'ns-1',
    '',
    7,
    null,
  ])('refuses the name %j', async (name) => {
    expect((await claim(name, bed.key)).statusCode).toBe(400)
  })

  test('refuses names at which, or below which, the operator has something', async () => {
    const { services } = bed.service
    await installPlanSenders(services, new Map([['free', 'basic']]))
    await bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.platform_domains (id, domain, plans, position, created_at)
      values (uuidv7(), 'x.pool.in.test', '{free}', 9, now()) on conflict do nothing
    `)
    for (const name of ['basic', 'pool']) {
      const response = await claim(name, bed.key)
      expect([response.statusCode, response.json()]).toEqual([400, { error: 'name is reserved' }])
    }
    services.dns.mxHost = 'gate.in.test'
    expect((await claim('gate', bed.key)).statusCode).toBe(400)
    services.dns.mxHost = 'mx.waypost.test'
    expect((await claim('gate', bed.key)).statusCode).toBe(201)
  })

  test('takes a live key, since names are few and for good', async () => {
    const refused = await claim('alice', await bed.service.key('ada', { mode: 'test' }))
    expect([refused.statusCode, refused.json()]).toEqual([403, { error: 'A test key can claim no names' }])
    expect((await claim('alice', bed.key)).statusCode).toBe(201)
  })

  test('needs the scope domains:manage', async () => {
    const headers = await bed.service.key('ada', { scopes: ['domains:read', 'emails:write'] })
    expect((await claim('alice', headers)).statusCode).toBe(403)
    expect((await claim('alice', { authorization: '' })).statusCode).toBe(401)
  })
})

test('the operator sees the wildcard record by which mail to all subdomains comes in', async () => {
  await platformDomainId()
  const headers = { authorization: `Bearer ${testAdminToken}` }
  const { data } = (await request('GET', '/admin/dns-records', undefined, headers)).json<{
    data: { domain: string; subdomainMx?: object }[]
  }>()
  const records = data.filter(({ subdomainMx }) => subdomainMx)
  expect(records).toMatchObject([
    {
      domain: 'in.test',
      subdomainMx: { type: 'MX', host: '*.in.test', value: 'mx.waypost.test', priority: 10 },
    },
  ])
})

describe('a name below a platform domain', () => {
  test('goes to one of the accounts that claim it at the same moment', async () => {
    await platformDomainId()
    const keys = await Promise.all(
      Array.from({ length: 8 }, (_, index) => bed.service.key(`account-${index}`)),
    )
    const answers = await Promise.all(keys.map((headers) => claim('alice', headers)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
      error: 'This name is taken',
    })
    const owners = await Promise.all(keys.map(async (headers) => (await list(headers)).length))
    expect(owners.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })

  test('never goes to another account after it is released, and comes back to its own without its aliases', async () => {
    const { id } = await claimed('alice', bed.key)
    const { data: shop } = (await create({ domain: 'alice.in.test', localPart: 'shop' })).json<{
      data: { id: string }
    }>()
    expect((await release(id)).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect((await claim('alice', await pro('bob'))).statusCode).toBe(409)
    expect((await claim('alice', bed.key)).statusCode).toBe(201)
    const old = await request('GET', `/api/v1/addresses/${shop.id}`)
    expect(old.json()).toMatchObject({ data: { address: 'shop@alice.in.test', isActive: false } })
  })

  test('is one of five that an account can claim in its life, so that nobody collects them', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const { id } = await claimed(name, bed.key)
      await release(id)
    }
    const sixth = await claim('six', bed.key)
    expect([sixth.statusCode, sixth.json()]).toEqual([
      403,
      { error: 'An account can claim 5 names, those among them that it has released' },
    ])
    expect((await claim('six', await pro('bob'))).statusCode).toBe(201)
    expect((await claim('five', bed.key)).statusCode).toBe(201)
  })

  test('needs no DNS records, is never checked, and has no DKIM key of its own', async () => {
    const { id } = await claimed('alice', bed.key)
    const told = { error: 'A subdomain of a platform domain needs no DNS records of yours' }
    for (const response of [await verify(id), await request('GET', `${path}/${id}/dns-records`)])
      expect([response.statusCode, response.json()]).toEqual([409, told])
    await expect(rotateDkimKeys(bed.service.services, 'alice.in.test')).rejects.toThrow('neither')
    expect((await add('alice.in.test')).statusCode).toBe(400)
  })
})

describe('aliases on a subdomain', () => {
  test('have the name that their owner chooses, also on a plan without custom domains', async () => {
    const headers = await pro('bob')
    await claimed('bobby', headers)
    const chosen = await create({ domain: 'Bobby.in.test.', localPart: 'Shop' }, headers)
    expect(chosen.json()).toMatchObject({ data: { address: 'shop@bobby.in.test' } })
    const random = await create({ domain: 'bobby.in.test', alias: 'News' }, headers)
    expect(random.json<{ data: { address: string } }>().data.address).toMatch(/^news-\w{12}@bobby\.in\.test$/)
    const custom = await create({ domain: 'bob.dev' }, headers)
    expect([custom.statusCode, custom.json()]).toEqual([
      403,
      { error: 'Custom domains require the Business plan' },
    ])
  })

  test('are refused to other accounts, and once the plan has no subdomains any more', async () => {
    await claimed('alice', bed.key)
    const other = await create({ domain: 'alice.in.test' }, await bed.service.key('bob'))
    expect(other.statusCode).toBe(400)
    await limit('ada', 0)
    const late = await create({ domain: 'alice.in.test' })
    expect([late.statusCode, late.json()]).toEqual([
      403,
      { error: 'The plan has no subdomains of platform domains' },
    ])
  })

  test.each(['admin', 'postmaster', 'Abuse', 'webmaster'])(
    'never have the name %s, by which a certificate for the subdomain could be had',
    async (localPart) => {
      await claimed('alice', bed.key)
      expect((await create({ domain: 'alice.in.test', localPart })).statusCode).toBe(400)
    },
  )
})
