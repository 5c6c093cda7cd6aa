import { newId, type Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { enqueueJobs } from '@waypost/work-queues'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { apiKeys } from '../db/tables.ts'
import { entered } from '../domains/test-domains.ts'
import { outboundQueue } from '../outbound/outbound-queue.ts'
import { workSchema } from '../work-queues.ts'
import { openCellsBed } from './test-cells.ts'

type Headers = Record<string, string>

/** For tests: accounts with much to move, on two databases. */
export function openMovingBed() {
  const opened = openCellsBed()
  const { bed, ask, at } = opened

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

  const listEmails = async (headers: Headers) =>
    ((await ask('/api/v1/emails', headers)).body.data as unknown as { subject: string }[]).map(
      ({ subject }) => subject,
    )

  return { ...opened, fill, usesWritten, listEmails }
}

export const steps = ['close', 'drain', 'copy', 'open', 'switch', 'delete', 'end'] as const
/** A move that is interrupted before a step. */
export const interrupt = (before: (typeof steps)[number]) => async (next: string) => {
  if (next === before) throw new Error(`interrupted before ${before}`)
}

const children = {
  attachments: 'message_id in (select message_id from alias.emails where owner_id = any(',
  messages: 'id in (select message_id from alias.emails where owner_id = any(',
  return_paths: 'email_id in (select id from alias.emails where owner_id = any(',
  dkim_keys: 'custom_domain_id in (select id from alias.domains where owner_id = any(',
}
/** All rows of an account, as text, by their tables. */
export async function read(db: Db, id: string): Promise<Record<string, string[]>> {
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
export async function jobsOf(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute(sql`
    select from ${sql.identifier(workSchema)}.job where data ->> 'ownerId' = ${`live:${id}`} and state < 'active'
  `)
  return rows.length
}
export const contentsIn = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(length(content)), 0)::integer as bytes from alias.blob_pieces join alias.blobs on id = blob_id
    where names > 0
  `)
  return rows[0]!.bytes
}
