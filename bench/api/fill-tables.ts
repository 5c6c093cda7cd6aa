import { sql } from 'drizzle-orm'
import { generateApiKey } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'

const actions = [
  { name: 'open', type: 'navigate', url: 'https://example.com/search' },
  { name: 'type', type: 'change', selectors: ['aria/Search', '#search'], value: 'automations' },
  { name: 'go', type: 'click', selectors: ['aria/Go', ['#form', 'button']] },
  { name: 'wait', type: 'waitForElement', selectors: ['#results'], visible: true, timeoutMs: 10_000 },
  { name: 'read', type: 'extractText', selectors: ['#results h2'], output: 'titles', multiple: true },
]

export interface Filled {
  automationIds: string[]
  rawKeys: string[]
}

/**
 * Creates an owner with 20 automations and some keys, and 49 other owners with as many automations. Every second
 * automation has an active execution; all ended executions are of the first owner.
 */
export async function fillTables(
  db: Db,
  { ownerId, keys, endedExecutions }: { ownerId: string; keys: number; endedExecutions: number },
): Promise<Filled> {
  const generated = Array.from({ length: keys }, () => generateApiKey('gfac_'))
  for (const { rawKey, keyHash } of generated) {
    await db.execute(sql`
      insert into automation.api_keys (id, owner_id, name, prefix, key_hash, scopes, created_at)
      values (${newId()}, ${ownerId}, 'bench', ${rawKey.slice(0, 12)}, ${keyHash}, '{automation:read}', now())
    `)
  }
  const owners = [ownerId, ...Array.from({ length: 49 }, (_, index) => `other-${index}`)]
  for (const owner of owners) {
    await db.execute(sql`
      insert into automation.automations (id, owner_id, name, actions, created_at, updated_at)
      select uuidv7(), ${owner}, 'Automation ' || number, ${JSON.stringify(actions)}::jsonb, now(), now()
      from generate_series(1, 20) as number
    `)
  }
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from automation.automations where owner_id = ${ownerId} order by id`,
  )
  const ids = rows.map(({ id }) => id)
  await db.execute(sql`
    insert into automation.executions
      (id, owner_id, automation_id, status, created_at, starts_at, started_at, completed_at)
    select uuidv7(), ${ownerId}, (${sql.param(ids)}::uuid[])[1 + number % ${ids.length}], 'completed',
      now(), now(), now(), now()
    from generate_series(1, ${endedExecutions}::integer) as number
  `)
  await db.execute(sql`
    insert into automation.executions (id, owner_id, automation_id, created_at, starts_at)
    select uuidv7(), owner_id, id, now(), now()
    from (select *, row_number() over (order by id) as number from automation.automations) as numbered
    where number % 2 = 0
  `)
  // Autovacuum does this in production.
  await db.execute(sql`vacuum analyze`)
  return { automationIds: ids, rawKeys: generated.map(({ rawKey }) => rawKey) }
}
