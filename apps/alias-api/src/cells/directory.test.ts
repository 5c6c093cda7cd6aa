import { newId, systemClock, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { checkDueDomains } from '../domains/check-due-domains.ts'
import { entered } from '../domains/test-domains.ts'
import { takenAddresses, takenDomains } from '../db/directory-tables.ts'
import { addresses, domains } from '../db/tables.ts'
import { openCellsBed } from './test-cells.ts'

type Headers = Record<string, string>

const { bed, request, ask, at } = openCellsBed()

const post = (path: string, headers: Headers, body: object) => ask(`/api/v1${path}`, headers, body)
const remove = (path: string, headers: Headers) => request(`/api/v1${path}`, { method: 'DELETE', headers })
const add = async (domain: string, headers: Headers) =>
  (await post('/domains', headers, { domain })).body.data
const verify = (id: string, headers: Headers) => post(`/domains/${id}/verify`, headers, {})
const createAlias = (headers: Headers, domain: string, localPart: string) =>
  post('/addresses', headers, { domain, localPart })
const rowIn = async (db: Db, id: string) => (await db.select().from(domains).where(eq(domains.id, id)))[0]!
const holderOf = async (domain: string) =>
  (await bed.home.select().from(takenDomains).where(eq(takenDomains.domain, domain))).map(
    ({ accountId }) => accountId,
  )
/** The alias to which the directory leads by a name. */
const addressOf = async (localPart: string, domain: string) =>
  (
    await bed.home
      .select()
      .from(takenAddresses)
      .where(eq(takenAddresses.address, `${localPart}@${domain}`))
  ).map(({ addressId }) => addressId)
const aliasIn = async (db: Db, { body }: Awaited<ReturnType<typeof createAlias>>) =>
  (await db.select().from(addresses).where(eq(addresses.id, body.data.id)))[0]!
/** What alias-mail does every few seconds. */
const checkDue = (which: 'home' | 'cell') =>
  checkDueDomains({
    ...bed.service.services,
    clock: systemClock,
    db: bed[which],
    dns: { ...bed.service.services.dns, servers: [bed.dns.address] },
    directory: {
      isCell: which === 'cell',
      first: async (tx) => (which === 'cell' ? bed.home : tx),
      findDatabase: async () => undefined,
      warn: () => {},
    },
  })

for (const [holds, asks] of [
  ['home', 'cell'],
  ['cell', 'home'],
] as const)
  describe(`what an account of the ${holds === 'home' ? 'first database' : 'cell'} has is refused in the other:`, () => {
    const other = asks === 'home' ? 'at-home' : 'in-cell'

    test('a domain that it has verified, as long as its record is there', async () => {
      const name = `${other}.dev`
      const [ada, bea] = [await at[holds](`ada-${other}`), await at[asks](`bea-${other}`)]
      const [first, second] = [await add(name, ada), await add(name, bea)]
      bed.dns.set(name, entered(first, second))
      expect((await verify(first.id, ada)).body.data.status).toBe('verified')
      expect(await verify(second.id, bea)).toMatchObject({
        status: 409,
        body: { error: 'Domain is verified by another account' },
      })
      expect(await holderOf(name)).toEqual([`ada-${other}`])

      // It has changed hands: the record of the first is gone, and it learns so at once.
      bed.dns.set(name, entered(second))
      expect((await verify(second.id, bea)).body.data.status).toBe('verified')
      expect(await holderOf(name)).toEqual([`bea-${other}`])
      expect((await rowIn(bed[holds], first.id)).nextCheckAt!.getTime()).toBeLessThanOrEqual(Date.now())
      await checkDue(holds)
      expect((await rowIn(bed[holds], first.id)).status).toBe('pending')
    })

    test('an alias that it has, until the domain has changed hands', async () => {
      const name = `moved-${other}.dev`
      const [ada, bea] = [await at[holds](`cleo-${other}`), await at[asks](`dan-${other}`)]
      const [first, second] = [await add(name, ada), await add(name, bea)]
      bed.dns.set(name, entered(first))
      await verify(first.id, ada)
      const made = await createAlias(ada, name, 'info')
      expect(made.status).toBe(201)
      expect((await createAlias(bea, name, 'info')).status).toBe(400)
      bed.dns.set(name, entered(second))
      await verify(second.id, bea)
      const taken = await createAlias(bea, name, 'info')
      expect(taken.status).toBe(201)
      expect(await addressOf('info', name)).toEqual([taken.body.data.id])
      const refused = { status: 409, body: { error: 'Alias already exists' } }
      expect(await createAlias(bea, name, 'info')).toMatchObject(refused)

      // The former alias stays stopped when the domain moves back, and its owner can make the name again.
      await waitFor('the release', async () => (await aliasIn(bed[holds], made)).domainId !== first.id)
      await checkDue(holds)
      bed.dns.set(name, entered(first))
      expect((await verify(first.id, ada)).body.data.status).toBe('verified')
      expect((await ask(`/api/v1/addresses/${made.body.data.id}`, ada)).body.data).toMatchObject({
        address: `info@${name}`,
        isActive: false,
        isStopped: true,
      })
      const again = await createAlias(ada, name, 'info')
      expect(again.status).toBe(201)
      expect(await addressOf('info', name)).toEqual([again.body.data.id])

      // Deleting a former alias leaves the name to whoever has it.
      expect((await remove(`/addresses/${made.body.data.id}`, ada)).status).toBe(200)
      expect((await remove(`/addresses/${taken.body.data.id}`, bea)).status).toBe(200)
      expect(await addressOf('info', name)).toEqual([again.body.data.id])
    })

    test('a name below a platform domain', async () => {
      const [ada, bea] = [await at[holds](`eve-${other}`), await at[asks](`fay-${other}`)]
      const claim = async (headers: Headers) => {
        const { body } = await ask('/api/v1/platform-domains', headers)
        const offered = body.data as unknown as { id: string; domain: string }[]
        const { id } = offered.find(({ domain }) => domain === 'inbox.waypost.test')!
        return post(`/platform-domains/${id}/subdomains`, headers, { name: `shop-${other}` })
      }
      expect((await claim(ada)).status).toBe(201)
      expect(await claim(bea)).toMatchObject({ status: 409, body: { error: 'This name is taken' } })
    })
  })

test('an alias of the first database that is older than the cells is refused in a cell, until the domain has changed hands', async () => {
  const [gus, hal] = [await at.home('gus'), await at.cell('hal')]
  const [first, second] = [await add('older.dev', gus), await add('older.dev', hal)]
  const verified = { status: 'verified' as const, verifiedAt: new Date() }
  await bed.home.update(domains).set(verified).where(eq(domains.id, first.id))
  await bed.home.insert(addresses).values({
    id: newId(),
    ownerId: 'live:gus',
    address: 'info@older.dev',
    domain: 'older.dev',
    domainId: first.id,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  bed.dns.set('older.dev', entered(first, second))
  expect((await verify(second.id, hal)).status).toBe(409)
  bed.dns.set('older.dev', entered(second))
  expect((await verify(second.id, hal)).body.data.status).toBe('verified')
  const made = await createAlias(hal, 'older.dev', 'info')
  expect([made.status, await addressOf('info', 'older.dev')]).toEqual([201, [made.body.data.id]])
  await waitFor('the release', async () => {
    const [alias] = await bed.home.select().from(addresses).where(eq(addresses.ownerId, 'live:gus'))
    return alias!.domainId !== first.id
  })
})

test('an account can make an alias again that it deleted, and one that another request could not make', async () => {
  const ira = await at.cell('ira')
  const own = await add('again.dev', ira)
  bed.dns.set('again.dev', entered(own))
  await verify(own.id, ira)
  // Claimed by a request that failed afterwards.
  const claimed = { address: 'shop@again.dev', accountId: 'ira', addressId: newId() }
  await bed.home.insert(takenAddresses).values(claimed)
  for (let time = 0; time < 2; time += 1) {
    const made = await createAlias(ira, 'again.dev', 'shop')
    expect(made.status).toBe(201)
    await remove(`/addresses/${made.body.data.id}`, ira)
  }
  expect(await bed.home.select().from(takenAddresses)).not.toContainEqual(
    expect.objectContaining({ address: 'shop@again.dev' }),
  )
})

test('the directory leads to the alias that an account has after another by its name was refused, so that deleting it frees the name', async () => {
  const lea = await at.cell('lea')
  const own = await add('twice.dev', lea)
  bed.dns.set('twice.dev', entered(own))
  await verify(own.id, lea)
  const { id } = (await createAlias(lea, 'twice.dev', 'shop')).body.data
  expect((await createAlias(lea, 'twice.dev', 'shop')).status).toBe(409)
  const again = await post('/addresses/import', lea, { csv: 'alias\nshop@twice.dev' })
  expect(again.body.data).toMatchObject({ created: 0, exists: 1 })
  expect(await addressOf('shop', 'twice.dev')).toEqual([id])
  await remove(`/addresses/${id}`, lea)
  expect(await addressOf('shop', 'twice.dev')).toEqual([])
})

test('a deleted domain is free for the accounts of the other database', async () => {
  const [joe, kim] = [await at.cell('joe'), await at.home('kim')]
  const [first, second] = [await add('free.dev', joe), await add('free.dev', kim)]
  bed.dns.set('free.dev', entered(first, second))
  await verify(first.id, joe)
  expect((await verify(second.id, kim)).status).toBe(409)
  await remove(`/domains/${first.id}`, joe)
  expect((await verify(second.id, kim)).body.data.status).toBe('verified')
})
