import { newId, type Db } from '@waypost/postgres'
import { createTestDatabase, waitFor, type TestDatabase } from '@waypost/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertAddresses } from '../addresses/insert-addresses.ts'
import { takenAddresses, takenDomains } from '../db/directory-tables.ts'
import { accounts, addresses, domains } from '../db/tables.ts'
import { maintenanceTasks } from '../maintenance.ts'
import { doDue } from '../testing/do-due.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { Directory } from './directory.ts'

let service: TestApp
let cellDatabase: TestDatabase
let home: Db
let cell: Db
/** The cell, with the rights of the process. */
let back: () => Db
/** What findDatabase finds of accounts in the cell. */
let findCell: () => Db | undefined
let warnings: unknown[]
let attempts: number

beforeAll(async () => {
  ;[service, cellDatabase] = await Promise.all([startTestApp(), createTestDatabase()])
  home = service.database.connectAsOwner().db
  cell = cellDatabase.connectAsOwner().db
  const { db } = cellDatabase.connectAs('waypost_alias_api')
  back = () => db
})
afterAll(async () => {
  await service.close()
  await cellDatabase.drop()
})

const directory: Directory = {
  isCell: false,
  first: async (tx) => tx,
  async findDatabase(accountId) {
    const [account] = await home.select().from(accounts).where(eq(accounts.id, accountId))
    try {
      return account?.cell == null ? service.services.db : findCell()
    } finally {
      attempts += 1
    }
  },
  warn: (error) => warnings.push(error),
}
const away = () => undefined
const failing = (): never => {
  throw new Error('the cell does not answer')
}

let formerId: string
const domainId = newId()
const name = 'info@ada.dev'
const now = () => new Date()
const later = () => new Date(Date.now() + 3_600_000)

/** Ada's alias in the cell, on a domain that Bob has by now, in the first database. */
beforeEach(async () => {
  warnings = []
  attempts = 0
  findCell = away
  for (const db of [home, cell]) for (const table of [addresses, domains, accounts]) await db.delete(table)
  for (const table of [takenAddresses, takenDomains]) await home.delete(table)
  const account = { plan: 'business' as const, createdAt: now() }
  await cell.insert(accounts).values({ ...account, id: 'ada' })
  await home.insert(accounts).values([
    { ...account, id: 'ada', cell: 'c1' },
    { ...account, id: 'bob' },
  ])
  formerId = await addFormer(name)
  const held = { domain: 'ada.dev', verificationToken: 'x' }
  await home.insert(takenDomains).values({ ...held, mode: 'live', accountId: 'bob', domainId })
})

async function addFormer(address: string): Promise<string> {
  const id = newId()
  await home.insert(takenAddresses).values({ address, accountId: 'ada', addressId: id })
  await cell.insert(addresses).values({ ...aliasOf('ada', address), id, domainId: newId() })
  return id
}
const aliasOf = (accountId: string, address: string) => ({
  id: newId(),
  ownerId: `live:${accountId}`,
  address,
  domain: 'ada.dev',
  domainId,
  createdAt: now(),
  expiresAt: later(),
})
async function take(address = name, after: () => void = () => {}) {
  const before = attempts
  const taken = await service.services.db.transaction(async (tx) => {
    const inserted = await insertAddresses(tx, { directory }, 'live:bob', [aliasOf('bob', address)])
    after()
    return inserted
  })
  // Which nobody else waits for.
  await waitFor('the attempt to release it at once', async () => attempts > before)
  return taken
}
const rollBack = () => {
  throw new Error('rolled back')
}
const releaseDue = () =>
  doDue(service.services.db, maintenanceTasks({ ...service.services, directory }), 'releaseDueNames')
const addressIn = async (id: string, db = cell) =>
  (await db.select().from(addresses).where(eq(addresses.id, id)))[0]?.address

test('a name that was taken in a transaction that is rolled back stays that of its owner', async () => {
  findCell = back
  await expect(take(name, rollBack)).rejects.toThrow('rolled back')
  expect([attempts, await releaseDue(), await addressIn(formerId)]).toEqual([0, 0, name])
})

describe('a name whose former owner’s database is away when it is taken', () => {
  test.each([
    ['is away', away],
    ['fails', failing],
  ])('stays due while that %s, and is released once it is back', async (_what, find) => {
    findCell = find
    expect(await take()).toHaveLength(1)
    expect(await releaseDue()).toBe(0)
    expect(await addressIn(formerId)).toBe(name)
    findCell = back
    expect(await releaseDue()).toBe(1)
    expect(await addressIn(formerId)).toBe(`${name} ${formerId}`)
    expect(await releaseDue()).toBe(0)
  })

  test('does not hold up the names of accounts whose databases answer', async () => {
    await home.insert(accounts).values({ id: 'eve', plan: 'business', createdAt: now() })
    const hers = newId()
    await home.insert(takenAddresses).values({ address: 'eve@ada.dev', accountId: 'eve', addressId: hers })
    findCell = failing
    await take()
    await take('eve@ada.dev')
    warnings = []
    expect(await releaseDue()).toBe(1)
    expect(warnings).toEqual([new Error('the cell does not answer')])
  })

  test('stays due while its account is being moved, and is released where the account is then', async () => {
    await take()
    findCell = back
    // It leaves the cell, whose row of the account says so.
    await cell.update(accounts).set({ cell: '' }).where(eq(accounts.id, 'ada'))
    expect(await releaseDue()).toBe(0)
    expect(await addressIn(formerId)).toBe(name)
    await cell.update(accounts).set({ cell: null }).where(eq(accounts.id, 'ada'))
    expect(await releaseDue()).toBe(1)
    expect(await addressIn(formerId)).toBe(`${name} ${formerId}`)
  })

  test('stays with an alias to which the directory leads again, since its owner has the domain back', async () => {
    await take()
    await home
      .update(takenAddresses)
      .set({ accountId: 'ada', addressId: formerId })
      .where(eq(takenAddresses.address, name))
    findCell = back
    expect(await releaseDue()).toBe(1)
    expect(await addressIn(formerId)).toBe(name)
  })

  test('is due no longer once its alias is deleted', async () => {
    await take()
    await cell.delete(addresses).where(eq(addresses.id, formerId))
    findCell = back
    expect(await releaseDue()).toBe(1)
  })
})

const formerOf = (id: string, index: number) => ({
  ...aliasOf('ada', `n${index}@ada.dev`),
  id,
  domainId: newId(),
})

test('more names than are released at a time are all released, although others stay due', async () => {
  const count = 1500
  const ids = Array.from({ length: count }, () => newId())
  await cell.insert(addresses).values(ids.map(formerOf))
  await home.insert(takenAddresses).values(
    ids.map((id, index) => ({
      address: `n${index}@ada.dev ${id}`,
      accountId: 'ada',
      addressId: id,
      isReleaseDue: true,
    })),
  )
  findCell = back
  expect(await releaseDue()).toBe(count)
  expect(await addressIn(ids.at(-1)!)).toBe(`n${count - 1}@ada.dev ${ids.at(-1)}`)
})
