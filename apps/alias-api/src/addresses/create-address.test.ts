import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import type { Plan } from '../accounts/plans.ts'
import { domains, forwardingRules } from '../db/tables.ts'
import type { PlatformDomain } from '../platform-domains/platform-domain.ts'
import type { Address } from './address.ts'
import { bedStart, openAddressBed } from './test-addresses.ts'

const daySeconds = 86_400

const { bed, send, create, created, list, addForwardingAddress } = openAddressBed()
const personOn = async (plan: Plan) => {
  await bed.service.plan(plan, plan)
  return bed.service.person(plan)
}
const owner = () => bed.service.database.connectAsOwner().db

async function addDomain(
  domain: string,
  status: 'pending' | 'verified',
  ownerId = 'live:ada',
): Promise<string> {
  const id = newId()
  const verificationToken = newId()
  await owner()
    .insert(domains)
    .values({ id, ownerId, domain, status, verificationToken, createdAt: new Date() })
  return id
}

describe('POST /api/v1/addresses', () => {
  test("creates an address with the plan's time to live when the body is empty", async () => {
    const response = await bed.service.app.inject({
      method: 'POST',
      url: '/api/v1/addresses',
      headers: bed.key,
    })
    expect(response.statusCode).toBe(201)
    const { data } = response.json<{ data: Address }>()
    expect(data).toEqual({
      id: data.id,
      address: expect.stringMatching(/^[a-z2-9]{12}@waypost\.test$/),
      alias: null,
      isActive: true,
      createdAt: '2026-03-02T09:30:00.000Z',
      expiresAt: '2026-04-01T09:30:00.000Z',
      forwarding: null,
    })
  })

  test.each([
    ['free', daySeconds],
    ['pro', 7 * daySeconds],
    ['business', 30 * daySeconds],
  ] as const)('on the plan %s an address lives %i seconds by default and at most', async (plan, seconds) => {
    const person = await personOn(plan)
    expect(Date.parse((await created({}, person)).expiresAt)).toBe(bedStart + seconds * 1000)
    expect(Date.parse((await created({ expiresIn: seconds }, person)).expiresAt)).toBe(
      bedStart + seconds * 1000,
    )
    const response = await create({ expiresIn: seconds + 1 }, person)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: `expiresIn must not be greater than ${seconds}` })
  })

  test('accepts 60 seconds and a label of 100 characters, and returns the label', async () => {
    const alias = 'Shop '.repeat(20)
    const address = await created({ expiresIn: 60, alias })
    expect(address).toMatchObject({ alias, expiresAt: '2026-03-02T09:31:00.000Z' })
    expect(address.address).toMatch(/^shop-shop-/)
  })

  test.each([
    [{ expiresIn: 59 }, 'expiresIn must not be less than 60'],
    [{ expiresIn: 59.999 }, 'expiresIn must not be less than 60'],
    [{ expiresIn: '60' }, 'expiresIn must be a number'],
    [{ alias: 'x'.repeat(101) }, 'alias must be shorter than or equal to 100 characters'],
    [{ platformDomainId: 'x' }, 'platformDomainId must be a UUID'],
    [{ domain: 'x'.repeat(256) }, 'domain must be shorter than or equal to 255 characters'],
    [{ local: 'ada' }, 'local should not exist'],
    [{ localPart: 'ada' }, 'localPart must be given together with a domain of your own'],
    [
      { expiresIn: 3600, autoRenew: true },
      'expiresIn must not be less than 86400 for an alias that is renewed by itself',
    ],
    [{ notifyBefore: 59 }, 'notifyBefore must not be less than 60'],
  ])('creating an address refuses %j', async (payload, error) => {
    const response = await create(payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error })
  })

  test('creates an address on a platform domain of the plan’s pool', async () => {
    const { data } = (await send('GET', '/platform-domains')).json<{ data: PlatformDomain[] }>()
    const platformDomainId = data.find(({ domain }) => domain === 'pool.test')!.id
    for (const plan of ['pro', 'business'] as const)
      expect((await created({ platformDomainId }, await personOn(plan))).address).toMatch(/@pool\.test$/)
    const response = await create({ platformDomainId }, await personOn('free'))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ error: 'The plan free has no addresses on pool.test' })
    expect((await create({ platformDomainId: newId() })).statusCode).toBe(400)
  })

  test('creates an address on a verified custom domain, however its name is written', async () => {
    await addDomain('xn--bcher-kva.example', 'verified')
    for (const domain of ['bücher.example', 'Bücher.Example.', 'xn--bcher-kva.example'])
      expect((await created({ domain })).address).toMatch(/@xn--bcher-kva\.example$/)
  })

  test('creates an address with a chosen local part on a custom domain, once', async () => {
    await addDomain('mail.example', 'verified')
    expect((await created({ domain: 'mail.example', localPart: 'Ada.Lovelace' })).address).toBe(
      'ada.lovelace@mail.example',
    )
    const again = await create({ domain: 'mail.example', localPart: 'ada.lovelace' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ error: 'Alias already exists' })
  })

  test.each(['', '.ada', 'ada.', 'a..b', 'a+b', 'a b', 'ä', 'a@b', 'x'.repeat(65), 'Bounces'])(
    'refuses to create an address with the local part %j',
    async (localPart) => {
      await addDomain('mail.example', 'verified')
      const response = await create({ domain: 'mail.example', localPart })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: expect.stringMatching(/^localPart /) as string })
    },
  )

  test.each<[string, 'pending' | 'verified', string]>([
    ['an unverified domain', 'pending', 'live:ada'],
    ['another account’s domain', 'verified', 'live:mallory'],
    ['a domain of the account’s test data', 'verified', 'test:ada'],
  ])('refuses to create an address on %s', async (_what, status, ownerId) => {
    await addDomain('mail.example', status, ownerId)
    const response = await create({ domain: 'mail.example' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'domain must be a verified custom domain' })
  })

  test('refuses a custom domain on other plans than Business', async () => {
    await addDomain('mail.example', 'verified', 'live:pro')
    const response = await create({ domain: 'mail.example' }, await personOn('pro'))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({ error: 'Custom domains require the Business plan' })
  })

  test('creates a forwarding rule to a verified mailbox', async () => {
    const forwardToId = await addForwardingAddress(true)
    const response = await create({ forwardToId })
    const { data } = response.json<{ data: Address & { forwarding: object } }>()
    expect(data.forwarding).toEqual({
      forwardToId,
      forwardToEmail: `${forwardToId}@example.com`,
      isActive: true,
    })
    expect(await owner().select().from(forwardingRules)).toMatchObject([
      { addressId: data.id, forwardToId, isActive: true, filterSender: null, ownerId: 'live:ada' },
    ])
  })

  test('refuses to forward to a mailbox that is unverified, unknown or another account’s, and creates no address', async () => {
    const foreign = await addForwardingAddress(true, 'live:mallory')
    for (const forwardToId of [await addForwardingAddress(false), foreign, newId()]) {
      const response = await create({ forwardToId })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: 'forwardToId must be a verified forwarding address' })
    }
    expect((await list()).total).toBe(0)
  })

  test('creates one address per Idempotency-Key, however often the request is sent', async () => {
    const request = {
      method: 'POST',
      url: '/api/v1/addresses',
      headers: { ...bed.key, 'idempotency-key': 'k' },
    } as const
    const [first, second] = [await bed.service.app.inject(request), await bed.service.app.inject(request)]
    expect(second.statusCode).toBe(201)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json()).toEqual(first.json())
    expect((await list()).total).toBe(1)
    const other = await bed.service.app.inject({ ...request, payload: { alias: 'other' } })
    expect(other.statusCode).toBe(409)
    expect(other.json()).toEqual({ error: 'Idempotency-Key was used with another request' })
  })
})
