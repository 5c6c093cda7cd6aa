import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { newId, openDatabase } from '@waypost/postgres'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import type { HttpBed } from '../http-bed.ts'

const owners = 100

export interface Expiry {
  /** From the expiry of all aliases to the event of the last one. */
  seconds: number
  published: number
  /** Aliases whose expiry was published more than once. */
  twice: number
}

/** Expires the aliases of 100 owners, each with a webhook, at the same moment, while several processes watch for it. */
export async function measureExpiry(bed: HttpBed, aliases: number, processes: number): Promise<Expiry> {
  const url = await bed.createDatabase('expiry')
  await migrateAlias(url)
  const { db, close } = openDatabase({ url, applicationName: 'bench', maxConnections: 1 })
  for (let owner = 0; owner < owners; owner += 1) {
    await db.execute(sql`
      insert into alias.webhooks (id, owner_id, url, events, sealed_secret, created_at)
      values (${newId()}, ${`live:${owner}`}, 'https://example.com/', '{address.expired}', '', now())
    `)
  }
  await db.execute(sql`
    insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
    select uuidv7(), 'live:' || number % ${owners}, gen_random_uuid() || '@waypost.test', 'waypost.test', now(),
      now() + interval '1 hour'
    from generate_series(1, ${aliases}::integer) number
  `)
  await db.execute(sql`
    insert into alias.address_counts (owner_id, created, existing)
    select owner_id, count(*), count(*) from alias.addresses group by owner_id
  `)
  await db.execute(sql`vacuum analyze`)
  for (let count = 0; count < processes; count += 1)
    await bed.startService('alias-api/src/api.ts', 'ALIAS_PORT', { DATABASE_URL: url })

  await db.execute(sql`update alias.addresses set expires_at = now()`)
  const expiredAt = performance.now()
  const readEvents = () =>
    db.execute<{ published: number; addresses: number }>(sql`
      select count(*)::integer as published, count(distinct body::json->'data'->>'addressId')::integer as addresses
      from alias.deliveries
    `)
  const isDone = async () => {
    const { rows } = await db.execute(sql`select from alias.addresses where expired_at is null limit 1`)
    return rows.length === 0
  }
  while (!(await isDone())) await setTimeout(20)
  const seconds = (performance.now() - expiredAt) / 1000
  const { published, addresses } = (await readEvents()).rows[0]!
  await close()
  return { seconds, published, twice: published - addresses }
}
