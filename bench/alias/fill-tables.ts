import { sql } from 'drizzle-orm'
import { generateApiKey } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'

const aliases = 200

/**
 * An account on Business with some keys, 200 aliases and `emails` of them received, each a page of text; and, so that
 * it is not alone, 20 others that have a hundredth of that each.
 *
 * @returns the raw keys
 */
export async function fillTables(
  db: Db,
  { accountId, keys, emails }: { accountId: string; keys: number; emails: number },
): Promise<string[]> {
  await db.execute(
    sql`insert into alias.accounts (id, plan, created_at) values (${accountId}, 'business', now())`,
  )
  const generated = Array.from({ length: keys }, () => generateApiKey('jm_live_'))
  for (const { rawKey, keyHash } of generated) {
    await db.execute(sql`
      insert into alias.api_keys (id, account_id, name, prefix, key_hash, scopes, mode, created_at)
      values (${newId()}, ${accountId}, 'bench', ${rawKey.slice(0, 12)}, ${keyHash}, '{emails:read,analytics:read}', 'live', now())
    `)
  }
  await fillOwner(db, `live:${accountId}`, emails)
  for (let other = 0; other < 20; other += 1) await fillOwner(db, `live:other-${other}`, emails / 100)
  // What comes with time in production has happened here too.
  await db.execute(sql`vacuum analyze`)
  return generated.map(({ rawKey }) => rawKey)
}

async function fillOwner(db: Db, ownerId: string, emails: number): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
    select uuidv7(), ${ownerId}, gen_random_uuid() || '@waypost.test', 'waypost.test', now(), now() + interval '30 days'
    from generate_series(1, ${aliases}::integer)
    returning id
  `)
  const ids = sql.param(rows.map(({ id }) => id))
  await db.execute(sql`
    insert into alias.emails (id, owner_id, address_id, message_id, type, from_address, from_name, to_address, subject,
      body_text, body_html, has_attachments, is_read, received_at)
    select uuidv7(), ${ownerId}, (${ids}::uuid[])[1 + number % ${aliases}], uuidv7(), 'received',
      'news@shop.example', 'The Shop', 'x4k9mpq7t2vw@waypost.test', 'What is new, number ' || number,
      repeat('What is new in the shop this week. ', 10), '<p>' || repeat('What is new in the shop. ', 20) || '</p>',
      false, false, now()
    from generate_series(1, ${emails}::integer) as number
  `)
}
