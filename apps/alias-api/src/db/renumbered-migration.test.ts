import { createTestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrateAlias } from './migrate.ts'

test('a database in which the migration of PGP keys was applied by its former number is migrated, and keeps its keys', async () => {
  const database = await createTestDatabase()
  try {
    await migrateAlias(database.url)
    const { db } = database.connectAsOwner()
    await db.execute(sql`
      update alias.migrations set name = 'alias/0065-pgp-keys.sql' where name = 'alias/0066-pgp-keys.sql'
    `)
    await db.execute(sql`
      insert into alias.forwarding_addresses (id, owner_id, email, created_at, pgp_key)
      values (uuidv7(), 'live:ada', 'me@example.net', now(), 'key')
    `)
    expect(await migrateAlias(database.url)).toEqual(['alias/alias/0066-pgp-keys.sql'])
    const { rows } = await db.execute(sql`select pgp_key from alias.forwarding_addresses`)
    expect(rows).toEqual([{ pgp_key: 'key' }])
  } finally {
    await database.drop()
  }
})
