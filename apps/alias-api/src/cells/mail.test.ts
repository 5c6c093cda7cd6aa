import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newId, type Db } from '@waypost/postgres'
import { findFreePort, inheritedEnvironment, startDnsServer, waitFor, type DnsServer } from '@waypost/testing'
import { eq, isNull, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accounts,
  addresses,
  domainRules,
  domains,
  forwardingAddresses,
  forwardingRules,
} from '../db/tables.ts'
import { takenAddresses, takenDomains, takenMessages } from '../db/directory-tables.ts'
import { contacts, dkimKeys, emails, returnPaths } from '../db/mail-tables.ts'
import { openDialogue } from '../smtp/test-dialogue.ts'
import { startTestApp, testEncryptionKeys, testMxHost, type TestApp } from '../testing/test-app.ts'

/** The first database and a cell. */
let services: [TestApp, TestApp]
let home: Db
let cell: Db
let dns: DnsServer
let mail: ChildProcess
let smtpPort: number
let internalUrl: string

beforeAll(async () => {
  services = await Promise.all([startTestApp(), startTestApp()])
  ;[home, cell] = services.map(({ database }) => database.connectAsOwner().db) as [Db, Db]
  dns = await startDnsServer()
  smtpPort = await findFreePort()
  const metricsPort = await findFreePort()
  internalUrl = `http://127.0.0.1:${metricsPort}`
  mail = fork(fileURLToPath(new URL('../mail.ts', import.meta.url)), {
    env: {
      ...inheritedEnvironment,
      DATABASE_URL: services[0].database.url,
      ALIAS_CELLS: `c1=${services[1].database.url}`,
      ENCRYPTION_KEYS: testEncryptionKeys,
      ALIAS_MX_HOST: testMxHost,
      ALIAS_POSTMASTER: 'operator@example.net',
      ALIAS_DEV_OUTBOX: 'true',
      DNS_SERVERS: dns.address,
      SMTP_PORT: String(smtpPort),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'fatal',
    },
  })
  await once(mail, 'message')
})
afterAll(async () => {
  mail.kill('SIGTERM')
  await once(mail, 'exit')
  await dns.close()
  await Promise.all(services.map((service) => service.close()))
})

const hour = 3_600_000
const later = () => new Date(Date.now() + hour)

/** Opens an account, in the cell or in the first database. */
async function open(id: string, isInCell: boolean, email: string | null = null): Promise<void> {
  const row = { id, plan: 'business' as const, email, emailVerified: true, createdAt: new Date() }
  if (isInCell) await cell.insert(accounts).values(row)
  await home.insert(accounts).values({ ...row, cell: isInCell ? 'c1' : null })
}
/** Makes an alias, as the API does. */
async function addAlias(db: Db, accountId: string, address: string, domainId: string | null = null) {
  const id = newId()
  const domain = address.split('@')[1]!
  const of = { id, ownerId: `live:${accountId}`, address, domain, domainId }
  await home.insert(takenAddresses).values({ address, accountId, addressId: id })
  await db.insert(addresses).values({ ...of, createdAt: new Date(), expiresAt: later() })
  return id
}
async function addDomain(db: Db, accountId: string, domain: string): Promise<string> {
  const id = newId()
  const of = { id, ownerId: `live:${accountId}`, domain, verificationToken: 'x' }
  await db.insert(domains).values({ ...of, status: 'verified', createdAt: new Date() })
  const taken = { domain, mode: 'live' as const, accountId, domainId: id, verificationToken: 'x' }
  await home.insert(takenDomains).values(taken)
  return id
}

async function send(to: string[], subject = 'Hello', from = 'bob@example.net') {
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    ignoreTLS: true,
    name: 'example.net',
  })
  const raw = `From: bob@example.net\r\nTo: x@y.example\r\nMessage-ID: <${subject}@example.net>\r\nSubject: ${subject}\r\n\r\nHi\r\n`
  try {
    const {
      accepted,
      rejected,
      rejectedErrors = [],
    } = await transport.sendMail({ envelope: { from, to }, raw })
    return {
      accepted: accepted.map(String),
      rejected: rejected.map(String),
      codes: rejectedErrors.map(({ responseCode }) => responseCode),
    }
  } catch (error) {
    return { accepted: [], rejected: to, codes: [(error as { responseCode?: number }).responseCode] }
  }
}
const subjectsIn = async (db: Db, accountId: string) =>
  (
    await db
      .select()
      .from(emails)
      .where(eq(emails.ownerId, `live:${accountId}`))
  ).map(({ subject }) => subject)
const listed = (db: Db, accountId: string, count = 1) =>
  waitFor('the email', async () => {
    const subjects = await subjectsIn(db, accountId)
    return subjects.length >= count && subjects
  })

test('mail is taken into the database of its alias, and listed there', async () => {
  await open('ada', false)
  await open('bea', true)
  await addAlias(home, 'ada', 'ada@waypost.test')
  await addAlias(cell, 'bea', 'bea@waypost.test')
  expect((await send(['ada@waypost.test'], 'to ada')).accepted).toEqual(['ada@waypost.test'])
  expect((await send(['Bea+news@waypost.test'], 'to bea')).accepted).toEqual(['Bea+news@waypost.test'])
  expect([await listed(home, 'ada'), await listed(cell, 'bea')]).toEqual([['to ada'], ['to bea']])
  expect([await subjectsIn(home, 'bea'), await subjectsIn(cell, 'ada')]).toEqual([[], []])
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
    await addAlias(home, 'cleo', 'cleo@waypost.test')
    await addAlias(cell, 'dan', 'dan@waypost.test')
    const to = ['cleo@waypost.test', 'dan@waypost.test']
    expect((await send(to, 'both')).accepted).toEqual(to)
    expect([await listed(home, 'cleo'), await listed(cell, 'dan')]).toEqual([['both'], ['both']])
    for (const db of [home, cell]) expect(await db.select().from(takenMessages)).toEqual([])
  })

  test('that one of them cannot take is tried again by its sender, and is listed in each, once', async () => {
    await open('eve', false)
    await open('fay', true)
    await addAlias(home, 'eve', 'eve@waypost.test')
    await addAlias(cell, 'fay', 'fay@waypost.test')
    const to = ['eve@waypost.test', 'fay@waypost.test']
    await cell.execute(sql`
      create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$
    `)
    await cell.execute(sql`
      create trigger fail before insert on alias.inbound_messages for each row execute function public.fail()
    `)
    expect((await send(to, 'again')).codes).toEqual([451])
    expect(await listed(home, 'eve')).toEqual(['again'])
    await cell.execute(sql`drop trigger fail on alias.inbound_messages`)
    expect((await send(to, 'again')).accepted).toEqual(to)
    expect([await takenFor(home, 'eve'), await takenFor(cell, 'fay')]).toEqual([1, 1])
    expect(await listed(cell, 'fay')).toEqual(['again'])
    // The same text as a mail of its own is another mail.
    await send(['eve@waypost.test'], 'again')
    expect(await takenFor(home, 'eve')).toBe(2)
  })
})

test('mail for an account that is on its way is told to come later', async () => {
  await open('gus', true)
  await addAlias(home, 'gus', 'gus@waypost.test')
  // Its alias is still in the first database, and already in the cell, where the account is not opened yet.
  await addAliasCopy('gus', 'gus@waypost.test')
  await cell.delete(accounts).where(eq(accounts.id, 'gus'))
  expect((await send(['gus@waypost.test'])).codes).toEqual([451])
  await cell.insert(accounts).values({ id: 'gus', plan: 'business', createdAt: new Date() })
  expect((await send(['gus@waypost.test'], 'to gus')).accepted).toEqual(['gus@waypost.test'])
  expect(await listed(cell, 'gus')).toEqual(['to gus'])
  expect(await subjectsIn(home, 'gus')).toEqual([])
})
async function addAliasCopy(accountId: string, address: string): Promise<void> {
  const of = { id: newId(), ownerId: `live:${accountId}`, address, domain: address.split('@')[1]! }
  await cell.insert(addresses).values({ ...of, createdAt: new Date(), expiresAt: later() })
}

describe('on a domain of an account in the cell,', () => {
  test('its rule makes the alias there, of which the directory knows', async () => {
    await open('hal', true)
    const domainId = await addDomain(cell, 'hal', 'hal.dev')
    await cell.insert(domainRules).values({
      id: newId(),
      ownerId: 'live:hal',
      domainId,
      position: 1,
      matchType: 'any',
      isRenewed: false,
      isActive: true,
      createdAt: new Date(),
    })
    expect((await send(['shop@hal.dev'], 'to the shop')).accepted).toEqual(['shop@hal.dev'])
    expect(await listed(cell, 'hal')).toEqual(['to the shop'])
    const taken = await home.select().from(takenAddresses).where(eq(takenAddresses.address, 'shop@hal.dev'))
    expect(taken).toMatchObject([{ accountId: 'hal' }])
  })

  test('mail to its postmaster goes to the account’s own mailbox', async () => {
    await open('ira', true, 'ira@example.org')
    await addDomain(cell, 'ira', 'ira.dev')
    expect((await send(['postmaster@ira.dev'])).accepted).toEqual(['postmaster@ira.dev'])
    await waitFor('the mail', async () => (await caughtIn(cell)).includes('ira@example.org'))
  })
})
async function caughtIn(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ to: string }>(sql`select rcpt_to as to from alias.caught_mail`)
  return rows.map(({ to }) => to)
}

test('mail to the postmaster of the host is the first database’s', async () => {
  expect((await send([`postmaster@${testMxHost}`])).accepted).toEqual([`postmaster@${testMxHost}`])
  await waitFor('the mail', async () => (await caughtIn(home)).includes('operator@example.net'))
})

test('an alias in the cell forwards to its mailbox from there', async () => {
  await open('joe', true)
  const addressId = await addAlias(cell, 'joe', 'joe@waypost.test')
  const forwardToId = newId()
  const now = new Date()
  await cell.insert(forwardingAddresses).values({
    id: forwardToId,
    ownerId: 'live:joe',
    email: 'joe@example.org',
    verifiedAt: now,
    createdAt: now,
  })
  await cell.insert(forwardingRules).values({
    id: newId(),
    addressId,
    ownerId: 'live:joe',
    forwardToId,
    isActive: true,
    createdAt: now,
    updatedAt: now,
  })
  await send(['joe@waypost.test'], 'to joe')
  await waitFor('the forward', async () => (await caughtIn(cell)).includes('joe@example.org'))
  expect(await caughtIn(home)).not.toContain('joe@example.org')
})

describe('what no directory has is found in the cell:', () => {
  test('the return path of what it sent', async () => {
    await open('kim', true)
    const addressId = await addAlias(cell, 'kim', 'kim@waypost.test')
    expect(await answerTo('', 'bounces+abcdefghijklmnopqrst@waypost.test')).toBe(550)
    await send(['kim@waypost.test'], 'to kim')
    await listed(cell, 'kim')
    const [email] = await cell.select().from(emails).where(eq(emails.addressId, addressId))
    const token = 'abcdefghijklmnopqrst'
    await cell.insert(returnPaths).values({ token, emailId: email!.id, createdAt: new Date() })
    expect(await answerTo('', `bounces+${token}@waypost.test`)).toBe(250)
  })

  test('the reverse address of a contact', async () => {
    await open('lea', true)
    const addressId = await addAlias(cell, 'lea', 'lea@waypost.test')
    const reverseAddress = `reply-${'a'.repeat(24)}@waypost.test`
    expect(await answerTo('lea@example.org', reverseAddress)).toBe(550)
    const of = { ownerId: 'live:lea', addressId, email: 'bob@example.net' }
    await cell.insert(contacts).values({ ...of, id: newId(), reverseAddress, createdAt: new Date() })
    expect(await answerTo('lea@example.org', reverseAddress)).toBe(250)
    await home.update(accounts).set({ cell: null }).where(eq(accounts.id, 'lea'))
    await cell.update(accounts).set({ cell: 'home' }).where(eq(accounts.id, 'lea'))
    expect(await answerTo('lea@example.org', reverseAddress)).toBe(451)
  })
})
/** The code of the answer to a recipient. */
async function answerTo(from: string, to: string): Promise<number> {
  const dialogue = await openDialogue(smtpPort)
  for (const line of ['EHLO x', `MAIL FROM:<${from}>`]) await dialogue.send(line)
  const answer = await dialogue.send(`RCPT TO:<${to}>`)
  dialogue.end()
  return Number(answer.slice(0, 3))
}

const idsIn = async (db: Db) =>
  (await db.select().from(dkimKeys).where(isNull(dkimKeys.customDomainId))).map(({ id }) => id).toSorted()
test('a cell signs with the first database’s keys of platform domains', async () => {
  await waitFor('the keys', async () => (await idsIn(home)).length >= 2)
  await waitFor(
    'the same keys in the cell',
    async () => {
      const [ofHome, ofCell] = [await idsIn(home), await idsIn(cell)]
      return JSON.stringify(ofCell) === JSON.stringify(ofHome)
    },
    20_000,
  )
})

const state = async () =>
  ((await (await fetch(`${internalUrl}/readyz`)).json()) as { cells: Record<string, string> }).cells[
    'alias/c1'
  ]
test('while a cell is away, only its own recipients are told to come later', async () => {
  await open('mia', false)
  await open('ned', true)
  await addAlias(home, 'mia', 'mia@waypost.test')
  await addAlias(cell, 'ned', 'ned@waypost.test')
  const name = new URL(services[1].database.url).pathname.slice(1)
  await home.execute(sql`alter database ${sql.identifier(name)} allow_connections false`)
  await home.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
  await waitFor('the cell to be away', async () => (await state()) !== 'ok', 20_000)

  const to = ['mia@waypost.test', 'ned@waypost.test']
  expect(await send(to, 'to mia')).toEqual({
    accepted: ['mia@waypost.test'],
    rejected: ['ned@waypost.test'],
    codes: [451],
  })
  expect(await listed(home, 'mia')).toEqual(['to mia'])
  // It may have sent it.
  expect(await answerTo('', 'bounces+zzzzzzzzzzzzzzzzzzzz@waypost.test')).toBe(451)

  await home.execute(sql`alter database ${sql.identifier(name)} allow_connections true`)
  await waitFor('the cell to be back', async () => (await state()) === 'ok', 20_000)
  expect((await send(['ned@waypost.test'], 'to ned')).accepted).toEqual(['ned@waypost.test'])
})
