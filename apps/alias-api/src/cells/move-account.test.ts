import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { enqueueJobs } from '@waypost/work-queues'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { keysInCells, takenAddresses, takenDomains } from '../db/directory-tables.ts'
import { accounts, addresses, apiKeys } from '../db/tables.ts'
import { entered } from '../domains/test-domains.ts'
import { outboundQueue } from '../outbound/outbound-queue.ts'
import { workSchema } from '../work-queues.ts'
import { openCellsBed } from './test-cells.ts'

type Headers = Record<string, string>

const { bed, request, ask, at, move } = openCellsBed()

const steps = ['close', 'drain', 'copy', 'open', 'switch', 'delete', 'end'] as const
const interrupt = (before: (typeof steps)[number]) => async (next: string) => {
  if (next === before) throw new Error(`interrupted before ${before}`)
}

/**
 * An account with a domain, an alias on it, an email that another account has received too, with a large file, and one that waits
 * to be sent.
 */
async function fill(id: string) {
  const headers = await at.home(id)
  const domain = (await ask('/api/v1/domains', headers, { domain: `${id}.dev` })).body.data
  bed.dns.set(`${id}.dev`, entered(domain))
  await ask(`/api/v1/domains/${domain.id}/verify`, headers, {})
  const own = await addAlias(headers, { domain: `${id}.dev`, localPart: 'info' })
  const theirs = await addAlias(await at.home(`friend-of-${id}`), {})
  await usesWritten(bed.home)
  const [message, blob, sent] = [newId(), newId(), newId()]
  await bed.home.execute(
    sql`insert into alias.blobs (id, is_object, unused_since) values (${blob}, false, now())`,
  )
  await bed.home.execute(sql`
    insert into alias.blob_pieces (blob_id, number, content) values (${blob}, 0, 'one'), (${blob}, 1, 'two')
  `)
  await bed.home.execute(sql`
    insert into alias.messages (id, content, size, mail_from, client_ip, client_name, created_at, rest_id)
    values (${message}, 'Subject: x', 100, 'bob@example.net', '127.0.0.1', 'x', now(), ${blob}),
      (${sent}, 'Subject: y', 10, 'bob@example.net', '127.0.0.1', 'x', now(), null)
  `)
  await bed.home.execute(sql`
    insert into alias.attachments (id, message_id, position, filename, content_type, size, is_inline, content)
    values (${newId()}, ${message}, 0, 'a.txt', 'text/plain', 3, false, 'abc')
  `)
  for (const [alias, owner] of [
    [own, id],
    [theirs, `friend-of-${id}`],
  ])
    await bed.home.execute(sql`
      insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject, body_text,
        body_html, has_attachments, is_read, received_at, thread_id, thread_key)
      values (${newId()}, ${`live:${owner}`}, ${alias}, ${message}, 'received', 'bob@example.net', '', 'x', 'Hello', '', '', true,
        false, now(), ${newId()}, ${newId()})
    `)
  const outbound = newId()
  await bed.home.execute(sql`
    insert into alias.outbound_messages (id, owner_id, message_id, mail_from, rcpt_to, queued_at)
    values (${outbound}, ${`live:${id}`}, ${sent}, 'info@x', 'bob@example.net', now())
  `)
  await bed.home.execute(sql`
    insert into alias.return_paths (token, email_id, created_at)
    select ${id.padEnd(20, 'a')}, id, now() from alias.emails where owner_id = ${`live:${id}`}
  `)
  await bed.home.transaction((tx) =>
    enqueueJobs(tx, bed.service.services.work, outboundQueue.name, [
      { ownerId: `live:${id}`, data: { outboundId: outbound } },
    ]),
  )
  return headers
}
let markers = 0
/** Waits until uses of keys and reads are written, each together and a moment later: here, no move waits for requests. */
async function usesWritten(db: Db): Promise<void> {
  markers += 1
  const id = `marker-${markers}`
  const headers = db === bed.cell ? await at.cell(id) : await at.home(id)
  await ask('/api/v1/account', headers)
  await waitFor('the use of a key', async () => {
    const [key] = await db.select().from(apiKeys).where(eq(apiKeys.accountId, id))
    const { rows } = await db.execute(
      sql`select from alias.audit_logs where owner_id = ${`live:${id}`} and action = 'account.read'`,
    )
    return key!.lastUsedAt !== null && rows.length > 0
  })
}
async function addAlias(headers: Headers, body: object): Promise<string> {
  const { status, body: answer } = await ask('/api/v1/addresses', headers, body)
  expect(status).toBe(201)
  return answer.data.id
}

const children = {
  attachments: 'message_id in (select message_id from alias.emails where owner_id = any(',
  messages: 'id in (select message_id from alias.emails where owner_id = any(',
  return_paths: 'email_id in (select id from alias.emails where owner_id = any(',
  dkim_keys: 'custom_domain_id in (select id from alias.domains where owner_id = any(',
}
/** All rows of an account, as text, by their tables. */
async function read(db: Db, id: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'owner_id'
    where relnamespace = 'alias'::regnamespace and relkind in ('r', 'p') and not relispartition
  `)
  const wanted = [...tables.map(({ name }) => [name, '(owner_id = any(']), ...Object.entries(children)] as [
    string,
    string,
  ][]
  const found: Record<string, string[]> = {}
  for (const [name, where] of wanted) {
    const { rows } = await db.execute<{ row: string }>(sql`
      select own::text as row from alias.${sql.identifier(name)} own
      where ${sql.raw(where)} ${sql.param([`live:${id}`, `test:${id}`])}::text[]))
    `)
    if (rows.length > 0) found[name] = rows.map(({ row }) => row).toSorted()
  }
  return found
}
async function jobsOf(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select from ${sql.identifier(workSchema)}.job where data ->> 'ownerId' = ${`live:${id}`} and state < 'active'
  `)
  return rows.length
}
const contentsIn = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(length(content)), 0)::integer as bytes from alias.blob_pieces join alias.blobs on id = blob_id
    where names > 0
  `)
  return rows[0]!.bytes
}
const listEmails = async (headers: Headers) =>
  ((await ask('/api/v1/emails', headers)).body.data as unknown as { subject: string }[]).map(
    ({ subject }) => subject,
  )

test('an account moves to a cell with all of its rows and files, and what it shares stays with the others too, and back', async () => {
  const headers = await fill('ada')
  const before = await read(bed.home, 'ada')
  const ofFriend = await read(bed.home, 'friend-of-ada')
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'addresses',
      'attachments',
      'domains',
      'email_counts',
      'emails',
      'messages',
      'outbound_messages',
    ]),
  )
  // As those are that are older than the cells.
  for (const table of [takenAddresses, takenDomains])
    await bed.home.delete(table).where(eq(table.accountId, 'ada'))
  expect(await move('ada', 'c1')).toBe(false)
  expect(await read(bed.cell, 'ada')).toEqual(before)
  expect([await contentsIn(bed.home), await contentsIn(bed.cell)]).toEqual([6, 6])
  expect(await read(bed.home, 'ada')).toEqual({})
  expect(await read(bed.home, 'friend-of-ada')).toEqual(ofFriend)
  expect([await jobsOf(bed.home, 'ada'), await jobsOf(bed.cell, 'ada')]).toEqual([0, 1])
  expect(await listEmails(headers)).toEqual(['Hello'])
  await usesWritten(bed.cell)
  const [account] = await bed.cell.select().from(accounts).where(eq(accounts.id, 'ada'))
  expect(account).toMatchObject({ plan: 'business', cell: null })

  // The directory keeps what it has from others, and leads mail to it.
  expect(await bed.home.select().from(takenDomains).where(eq(takenDomains.domain, 'ada.dev'))).toMatchObject([
    { accountId: 'ada' },
  ])
  const [taken] = await bed.home
    .select()
    .from(takenAddresses)
    .where(eq(takenAddresses.address, 'info@ada.dev'))
  expect(taken).toMatchObject({ accountId: 'ada' })

  expect(await move('ada', null)).toBe(false)
  expect(await read(bed.cell, 'ada')).toEqual({})
  expect({ ...(await read(bed.home, 'ada')), audit_logs: 0, audit_log_counts: 0 }).toEqual({
    ...before,
    audit_logs: 0,
    audit_log_counts: 0,
  })
  expect([await jobsOf(bed.home, 'ada'), await jobsOf(bed.cell, 'ada')]).toEqual([1, 0])
  expect(await bed.home.select().from(keysInCells).where(eq(keysInCells.accountId, 'ada'))).toEqual([])
  expect(await listEmails(headers)).toEqual(['Hello'])
})

test('the last of those who share a message takes it along', async () => {
  await fill('bea')
  await move('bea', 'c1')
  await move('friend-of-bea', 'c1')
  expect(Object.keys(await read(bed.home, 'friend-of-bea'))).toEqual([])
  const [own, theirs] = [await read(bed.cell, 'bea'), await read(bed.cell, 'friend-of-bea')]
  expect(theirs.messages).toEqual(own.messages)
  const { rows } = await bed.home.execute(sql`
    select from alias.messages message where not exists (select from alias.emails email where email.message_id = message.id)
      and not exists (select from alias.outbound_messages outbound where outbound.message_id = message.id)
  `)
  expect(rows).toEqual([])
})

test('a file in an object store that another account has too is deleted by neither database', async () => {
  await fill('joe')
  await bed.home.execute(sql`
    update alias.blobs set is_object = true where id in (
      select rest_id from alias.messages join alias.emails on message_id = messages.id where owner_id = 'live:joe')
  `)
  await move('joe', 'c1')
  for (const [db, ownerId] of [
    [bed.home, 'live:friend-of-joe'],
    [bed.cell, 'live:joe'],
  ] as const) {
    await db.execute(sql`delete from alias.emails where owner_id = ${ownerId}`)
    const { rows } = await db.execute(
      sql`select from alias.blobs where is_object and unused_since is not null`,
    )
    expect(rows).toEqual([])
    expect((await db.execute(sql`select from alias.blobs where is_object`)).rows).toHaveLength(1)
  }
})

describe('a move that was interrupted', () => {
  test.each(steps)(
    'before the step %s is finished by asking again, and nothing is lost or twice',
    async (step) => {
      const id = `cleo${step}`
      const headers = await fill(id)
      const before = await read(bed.home, id)
      await expect(move(id, 'c1', interrupt(step))).rejects.toThrow('interrupted')
      expect(await move(id, 'c1')).toBe(false)
      expect(await read(bed.cell, id)).toEqual(before)
      expect(await read(bed.home, id)).toEqual({})
      expect([await jobsOf(bed.home, id), await jobsOf(bed.cell, id)]).toEqual([0, 1])
      expect(await listEmails(headers)).toEqual(['Hello'])
    },
  )

  test('after it was opened keeps what is known of the account since', async () => {
    await fill('dan')
    await expect(move('dan', 'c1', interrupt('switch'))).rejects.toThrow('interrupted')
    await bed.cell.update(accounts).set({ plan: 'pro' }).where(eq(accounts.id, 'dan'))
    await move('dan', 'c1')
    const [account] = await bed.cell.select().from(accounts).where(eq(accounts.id, 'dan'))
    expect(account!.plan).toBe('pro')
  })
})

const expiredIn = async (db: Db, id: string) =>
  (
    await db
      .select()
      .from(addresses)
      .where(eq(addresses.ownerId, `live:${id}`))
  ).filter((row) => row.expiredAt).length

test('an alias of an account that is on its way expires once, where the account is then', async () => {
  await fill('eve')
  await expect(move('eve', 'c1', interrupt('open'))).rejects.toThrow('interrupted')
  const expired = { expiresAt: new Date(Date.now() - 1000), renewsAt: null }
  for (const db of [bed.home, bed.cell])
    await db.update(addresses).set(expired).where(eq(addresses.ownerId, 'live:eve'))
  // The next look at what has expired, after which another account's has.
  await fill('fay')
  await bed.home.update(addresses).set(expired).where(eq(addresses.ownerId, 'live:fay'))
  await waitFor('the expiry of the other', async () => (await expiredIn(bed.home, 'fay')) > 0)
  expect([await expiredIn(bed.home, 'eve'), await expiredIn(bed.cell, 'eve')]).toEqual([0, 0])
  await move('eve', 'c1')
  await waitFor('its expiry in the cell', async () => (await expiredIn(bed.cell, 'eve')) > 0)
})

describe('what is in progress where the account was ends there:', () => {
  const busy = 'has jobs in progress that do not end; it is where it was'

  test('a message that is not listed yet, whosever job lists it', async () => {
    await fill('hal')
    const emailId = newId()
    await bed.home.execute(sql`
      insert into alias.inbound_messages (email_id, message_id, address_id)
      select ${emailId}, message_id, address_id from alias.emails where owner_id = 'live:hal'
    `)
    await expect(move('hal', 'c1')).rejects.toThrow(busy)
    await bed.home.execute(sql`delete from alias.inbound_messages where email_id = ${emailId}`)
    expect(await move('hal', 'c1')).toBe(false)
  })

  test('an attempt to send that goes on without a job of its own', async () => {
    await fill('ira')
    const setAttempts = (attempts: number) =>
      bed.home.execute(
        sql`update alias.outbound_messages set attempts = ${attempts} where owner_id = 'live:ira'`,
      )
    await bed.home.execute(sql`
      update ${sql.identifier(workSchema)}.job set data = data || '{"attempt": 0}' where data ->> 'ownerId' = 'live:ira'
    `)
    await expect(move('ira', 'c1')).rejects.toThrow(busy)
    expect(await jobsOf(bed.home, 'ira')).toBe(1)
    await setAttempts(1)
    expect(await move('ira', 'c1')).toBe(false)
  })
})

test('an account that has made no request yet is served by the cell from then on', async () => {
  expect(await move('gus', 'c1')).toBe(false)
  const gus = await bed.service.person('gus')
  expect((await request('/api/v1/account', { headers: gus })).status).toBe(200)
  expect(await bed.home.select().from(accounts).where(eq(accounts.id, 'gus'))).toMatchObject([{ cell: 'c1' }])
})
