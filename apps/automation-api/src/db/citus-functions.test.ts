import { readFile } from 'node:fs/promises'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { automationDatabase } from './migrate.ts'

const upload = (blob: number, size: number) =>
  `jsonb_build_array(jsonb_build_object('type', 'upload', 'file', jsonb_build_object('blobId', id(${blob}), 'size', ${size})))`

/** What leaves traces in the tables that triggers write, a statement each, since each of them is counted. */
const story = [
  `insert into automation.blobs (id, is_object, unused_since) select id(800 + n), false, now() from generate_series(1, 4) n`,
  `insert into automation.automations (id, owner_id, name, actions, created_at, updated_at)
    select id(n), 'ada', 'a', '[]', now(), now() from generate_series(1, 3) n`,
  `insert into automation.automation_versions (automation_id, version, name, actions, cause, created_at)
    values (id(1), 1, 'a', ${upload(801, 1000)}, 'created', now()), (id(1), 2, 'a', ${upload(801, 1000)}, 'updated', now()),
      (id(2), 1, 'a', ${upload(802, 500)}, 'created', now()), (id(3), 1, 'a', '[]', 'created', now())`,
  `insert into automation.executions (id, owner_id, automation_id, status, created_at, starts_at, started_at)
    select id(100 + n), 'ada', id(n), 'running', now(), now(), now() from generate_series(1, 2) n`,
  `insert into automation.step_screenshots (execution_id, step_index, image)
    select id(100 + n), n, 'image' from generate_series(1, 2) n`,
  `update automation.step_screenshots set image = 'a longer one' where execution_id = id(101)`,
  `delete from automation.step_screenshots where execution_id = id(102)`,
  `insert into automation.artifacts (id, execution_id, owner_id, kind, step_name, name, content_type, size, blob_id, created_at)
    values (id(300), id(101), 'ada', 'pdf', 's', 'n', 't', 70, id(803), now()),
      (id(301), id(101), 'ada', 'pdf', 's', 'n', 't', 30, id(804), now())`,
  `delete from automation.artifacts where id = id(301)`,
  `delete from automation.automation_versions where automation_id = id(1) and version = 1`,
  `update automation.executions set status = 'completed', completed_at = now() where id = id(102)`,
  `delete from automation.automations where id = id(2)`,
  `delete from automation.executions where id = id(101)`,
]

const traces = {
  bytes: 'select owner_id, sum(bytes) as bytes from automation.usage_changes group by owner_id',
  runs: 'select owner_id, count(*) as runs from automation.usage_changes where run_day is not null group by owner_id',
  blobs: 'select id, names, unused_since is null as is_used from automation.blobs order by 1',
}

/** The traces after each statement. */
async function tell(database: TestDatabase): Promise<Record<string, unknown[]>[]> {
  const { db } = database.connectAsOwner()
  await db.execute(sql`
    create function id(n integer) returns uuid language sql immutable as $$ select lpad(n::text, 32, '0')::uuid $$
  `)
  const told: Record<string, unknown[]>[] = []
  for (const statement of story) {
    await db.execute(sql.raw(statement))
    const found: Record<string, unknown[]> = {}
    for (const [name, query] of Object.entries(traces)) found[name] = (await db.execute(sql.raw(query))).rows
    told.push(found)
  }
  return told
}

test('on Citus, triggers count, name and forget what the triggers of the migrations do', async () => {
  const [ordinary, onCitus] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    const functions = await readFile(automationDatabase.citusFunctions!, 'utf8')
    await onCitus.connectAsOwner().db.execute(sql.raw(functions))
    const expected = await tell(ordinary)
    for (const rows of Object.values(expected.at(-1)!)) expect(rows).not.toEqual([])
    expect(await tell(onCitus)).toEqual(expected)
  } finally {
    await ordinary.drop()
    await onCitus.drop()
  }
})
