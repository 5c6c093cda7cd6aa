import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  accounts,
  addresses,
  domainRules,
  domains,
  forwardingAddresses,
  forwardingRules,
} from '../db/tables.ts'
import { takenAddresses, takenMessages } from '../db/directory-tables.ts'
import { emails } from '../db/mail-tables.ts'
import { testMxHost } from '../testing/test-app.ts'
import { caughtIn, later, listed, openMailBed, subjectsIn } from './test-mail-cells.ts'

const { bed, open, addAlias, addDomain, send } = openMailBed()

test('mail is taken into the database of its alias, and listed there', async () => {
  await open('ada', false)
  await open('bea', true)
  await addAlias(bed.home, 'ada', 'ada@waypost.test')
  await addAlias(bed.cell, 'bea', 'bea@waypost.test')
  expect((await send(['ada@waypost.test'], 'to ada')).accepted).toEqual(['ada@waypost.test'])
  expect((await send(['Bea+news@waypost.test'], 'to bea')).accepted).toEqual(['Bea+news@waypost.test'])
  expect([await listed(bed.home, 'ada'), await listed(bed.cell, 'bea')]).toEqual([['to ada'], ['to bea']])
  expect([await subjectsIn(bed.home, 'bea'), await subjectsIn(bed.cell, 'ada')]).toEqual([[], []])
  expect((await send(['nobody@waypost.test'])).codes).toEqual([550])
})

/** How many mails were taken for an account, whether or not they are listed yet. */
async function takenFor(db: Db, accountId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select ((select count(*) from alias.emails email where email.address_id = address.id)
      + (select count(*) from alias.inbound_messages inbound where inbound.address_id = address.id))::integer as count
    from alias.addresses address where owner_id = ${`live:${accountId}`}
  `)
  return rows[0]!.count
}

describe('one message to aliases in two databases', () => {
  test('is listed in each, once', async () => {
    await open('cleo', false)
    await open('dan', true)
    await addAlias(bed.home, 'cleo', 'cleo@waypost.test')
    await addAlias(bed.cell, 'dan', 'dan@waypost.test')
    const to = ['cleo@waypost.test', 'dan@waypost.test']
    expect((await send(to, 'both')).accepted).toEqual(to)
    expect([await listed(bed.home, 'cleo'), await listed(bed.cell, 'dan')]).toEqual([['both'], ['both']])
    for (const db of [bed.home, bed.cell]) expect(await db.select().from(takenMessages)).toEqual([])
  })

  test('that one of them cannot take is tried again by its sender, and is listed in each, once', async () => {
    await open('eve', false)
    await open('fay', true)
    await addAlias(bed.home, 'eve', 'eve@waypost.test')
    await addAlias(bed.cell, 'fay', 'fay@waypost.test')
    const to = ['eve@waypost.test', 'fay@waypost.test']
    await bed.cell.execute(sql`
      create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$
    `)
    await bed.cell.execute(sql`
      create trigger fail before insert on alias.inbound_messages for each row execute function public.fail()
    `)
    expect((await send(to, 'again')).codes).toEqual([451])
    expect(await listed(bed.home, 'eve')).toEqual(['again'])
    await bed.cell.execute(sql`drop trigger fail on alias.inbound_messages`)
    expect((await send(to, 'again')).accepted).toEqual(to)
    expect([await takenFor(bed.home, 'eve'), await takenFor(bed.cell, 'fay')]).toEqual([1, 1])
    expect(await listed(bed.cell, 'fay')).toEqual(['again'])
    // The same text as a mail of its own is another mail.
    await send(['eve@waypost.test'], 'again')
    expect(await takenFor(bed.home, 'eve')).toBe(2)
  })
})

test('mail for an account that is being moved is deferred with 451', async () => {
  await open('gus', true)
  await addAlias(bed.home, 'gus', 'gus@waypost.test')
  // Its alias is still in the first database, and already in the bed.cell, where the account is not opened yet.
  await addAliasCopy('gus', 'gus@waypost.test')
  await bed.cell.delete(accounts).where(eq(accounts.id, 'gus'))
  expect((await send(['gus@waypost.test'])).codes).toEqual([451])
  await bed.cell.insert(accounts).values({ id: 'gus', plan: 'business', createdAt: new Date() })
  expect((await send(['gus@waypost.test'], 'to gus')).accepted).toEqual(['gus@waypost.test'])
  expect(await listed(bed.cell, 'gus')).toEqual(['to gus'])
  expect(await subjectsIn(bed.home, 'gus')).toEqual([])
})
async function addAliasCopy(accountId: string, address: string): Promise<void> {
  const of = { id: newId(), ownerId: `live:${accountId}`, address, domain: address.split('@')[1]! }
  await bed.cell.insert(addresses).values({ ...of, createdAt: new Date(), expiresAt: later() })
}

/** A rule that makes an alias of every name. */
async function addCatchAll(db: Db, accountId: string, domainId: string): Promise<void> {
  const of = { id: newId(), ownerId: `live:${accountId}`, domainId, position: 1, matchType: 'any' as const }
  await db.insert(domainRules).values({ ...of, isRenewed: false, isActive: true, createdAt: new Date() })
}

describe('on a domain of an account in the bed.cell,', () => {
  test('its rule makes the alias there, of which the directory knows', async () => {
    await open('hal', true)
    const domainId = await addDomain(bed.cell, 'hal', 'hal.dev')
    await addCatchAll(bed.cell, 'hal', domainId)
    expect((await send(['shop@hal.dev'], 'to the shop')).accepted).toEqual(['shop@hal.dev'])
    expect(await listed(bed.cell, 'hal')).toEqual(['to the shop'])
    const taken = await bed.home
      .select()
      .from(takenAddresses)
      .where(eq(takenAddresses.address, 'shop@hal.dev'))
    expect(taken).toMatchObject([{ accountId: 'hal' }])
  })

  test('mail to its postmaster goes to the account’s own mailbox', async () => {
    await open('ira', true, 'ira@example.org')
    await addDomain(bed.cell, 'ira', 'ira.dev')
    expect((await send(['postmaster@ira.dev'])).accepted).toEqual(['postmaster@ira.dev'])
    await waitFor('the mail', async () => (await caughtIn(bed.cell)).includes('ira@example.org'))
  })
})
describe.each([
  ['the first database', 'the cell', false],
  ['the cell', 'the first database', true],
])('on a domain that moved from an account in %s to one in %s,', (_, __, wasInCell) => {
  const [before, after] = wasInCell ? (['quin', 'rob'] as const) : (['sue', 'tom'] as const)
  const domain = `${after}.dev`

  test('the former owner’s aliases take no mail of the new owner’s, whose rules and mailbox do', async () => {
    const [from, to] = wasInCell ? [bed.cell, bed.home] : [bed.home, bed.cell]
    await open(before, wasInCell)
    await open(after, !wasInCell, `${after}@example.org`)
    const lostId = newId()
    await from.insert(domains).values({
      id: lostId,
      ownerId: `live:${before}`,
      domain,
      verificationToken: 'x',
      status: 'pending',
      createdAt: new Date(),
    })
    await addAlias(from, before, `admin@${domain}`, lostId)
    const formerId = await addAlias(from, before, `shop@${domain}`, lostId)
    expect((await send([`shop@${domain}`])).codes).toEqual([550])

    const domainId = await addDomain(to, after, domain)
    expect((await send([`admin@${domain}`])).accepted).toEqual([`admin@${domain}`])
    await waitFor('the mail', async () => (await caughtIn(to)).includes(`${after}@example.org`))
    await addCatchAll(to, after, domainId)
    expect((await send([`shop@${domain}`], 'to the shop')).accepted).toEqual([`shop@${domain}`])
    expect(await listed(to, after)).toEqual(['to the shop'])
    const taken = await bed.home
      .select()
      .from(takenAddresses)
      .where(eq(takenAddresses.address, `shop@${domain}`))
    expect(taken).toMatchObject([{ accountId: after }])
    await waitFor('the release', async () => {
      const [alias] = await from.select().from(addresses).where(eq(addresses.id, formerId))
      return alias!.domainId !== lostId
    })
  })
})

test('mail to the postmaster of the host is the first database’s', async () => {
  expect((await send([`postmaster@${testMxHost}`])).accepted).toEqual([`postmaster@${testMxHost}`])
  await waitFor('the mail', async () => (await caughtIn(bed.home)).includes('operator@example.net'))
})

/** Has an alias forward to a mailbox that is confirmed. */
async function forwardTo(db: Db, accountId: string, addressId: string, email: string): Promise<void> {
  const forwardToId = newId()
  const now = new Date()
  const of = { ownerId: `live:${accountId}`, createdAt: now }
  await db.insert(forwardingAddresses).values({ ...of, id: forwardToId, email, verifiedAt: now })
  await db
    .insert(forwardingRules)
    .values({ ...of, id: newId(), addressId, forwardToId, isActive: true, updatedAt: now })
}

test('an alias in the cell forwards to its mailbox from there', async () => {
  await open('joe', true)
  const addressId = await addAlias(bed.cell, 'joe', 'joe@waypost.test')
  await forwardTo(bed.cell, 'joe', addressId, 'joe@example.org')
  await send(['joe@waypost.test'], 'to joe')
  await waitFor('the forward', async () => (await caughtIn(bed.cell)).includes('joe@example.org'))
  expect(await caughtIn(bed.home)).not.toContain('joe@example.org')
})

/** Why the email of an account was withheld. */
const reasonOf = (db: Db, accountId: string) =>
  waitFor('the decision', async () => {
    const [email] = await db
      .select()
      .from(emails)
      .where(eq(emails.ownerId, `live:${accountId}`))
    return email?.forwardReason ?? undefined
  })

test.each([
  ['the first database', false],
  ['the cell', true],
])(
  'mail is not forwarded from %s to a domain that the other database hosts, from which it could loop',
  async (_, isInCell) => {
    const [db, other] = isInCell ? [bed.cell, bed.home] : [bed.home, bed.cell]
    const [id, host] = isInCell ? ['max', 'nia'] : ['oda', 'pia']
    await open(id, isInCell)
    await open(host, !isInCell)
    await addDomain(other, host, `${host}.dev`)
    const addressId = await addAlias(db, id, `${id}@waypost.test`)
    await forwardTo(db, id, addressId, `me@${host}.dev`)
    await send([`${id}@waypost.test`])
    expect(await reasonOf(db, id)).toContain('hosts aliases')
    expect(await caughtIn(db)).not.toContain(`me@${host}.dev`)
  },
)
