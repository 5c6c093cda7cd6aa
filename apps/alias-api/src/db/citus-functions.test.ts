import { readFile } from 'node:fs/promises'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aliasDatabase } from './migrate.ts'

/** What leaves traces in the tables that triggers write: emails of two owners come, are deleted, restored and removed. */
const story = `
  insert into alias.domains (id, owner_id, domain, verification_token, created_at)
    values (id(900), 'live:ada', 'ada.example', 'token', now());
  insert into alias.addresses (id, owner_id, address, domain, domain_id, created_at, expires_at)
    select id(n), case when n < 3 then 'live:ada' else 'live:bob' end, n || '@ada.example', 'ada.example',
      case when n < 3 then id(900) end, now(), now() from generate_series(1, 4) n;
  insert into alias.blobs (id, is_object, unused_since) values (id(800), false, now()), (id(801), false, now());
  insert into alias.messages (id, content, size, created_at, rest_id)
    select id(100 + n), 'x', n, '2026-11-01', case when n = 1 then id(800) end from generate_series(1, 6) n;
  insert into alias.attachments (id, message_id, position, filename, content_type, is_inline, size, content, rest_id)
    values (id(700), id(102), 1, 'a', 'b', false, 1, 'x', id(801)), (id(701), id(103), 1, 'a', 'b', false, 1, 'x', null);
  insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject,
      body_text, body_html, has_attachments, is_read, received_at, deleted_at)
    select id(200 + n), case when 1 + n % 4 < 3 then 'live:ada' else 'live:bob' end, id(1 + n % 4), id(101 + n % 6),
      case when n % 5 = 0 then 'sent' else 'received' end, 'a', 'a', 'b', 's', '', '', false, false,
      case when n > 8 then timestamptz '2026-11-30 23:30Z' else '2026-12-01 00:30Z' end,
      case when n = 7 then now() end
    from generate_series(1, 12) n;
  update alias.emails set deleted_at = now() where id in (id(201), id(202));
  update alias.emails set deleted_at = null where id = id(202);
  delete from alias.emails where id in (id(201), id(207), id(203));
  delete from alias.addresses where id = id(2);
  delete from alias.emails where id = id(999)
`

const traces = {
  counts: 'select owner_id, type, live, deleted, bytes from alias.email_counts order by 1, 2',
  byAddress: 'select address_id, type, owner_id, live, deleted from alias.address_email_counts order by 1, 2',
  months: 'select owner_id, type, month, total from alias.email_months order by 1, 2, 3',
  messages: 'select id from alias.messages order by 1',
  attachments: 'select id from alias.attachments order by 1',
  names: 'select owner_id, address_hash from alias.deleted_names order by 1, 2',
  blobs: 'select id, names, unused_since is null as is_used from alias.blobs order by 1',
}

async function tell(database: TestDatabase): Promise<Record<string, unknown[]>> {
  const { db } = database.connectAsOwner()
  await db.execute(sql`
    create function id(n integer) returns uuid language sql immutable as $$ select lpad(n::text, 32, '0')::uuid $$
  `)
  await db.execute(sql.raw(story))
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(traces)) found[name] = (await db.execute(sql.raw(query))).rows
  return found
}

test('on Citus, triggers count, name and forget what the triggers of the migrations do', async () => {
  const [ordinary, onCitus] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    const functions = await readFile(aliasDatabase.citusFunctions!, 'utf8')
    await onCitus.connectAsOwner().db.execute(sql.raw(functions))
    const expected = await tell(ordinary)
    for (const rows of Object.values(expected)) expect(rows).not.toEqual([])
    expect(await tell(onCitus)).toEqual(expected)
  } finally {
    await ordinary.drop()
    await onCitus.drop()
  }
})
