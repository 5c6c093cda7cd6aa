import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { copyIn } from './copy-in.ts'
import { copyOut } from './copy-out.ts'

const columns = sql`id, label, photo, notes, picked_at`
const into = sql`copy fruit (${columns}) from stdin`
const strange = [String.raw`\N`, '\\', 'tab\tand\nline\r', '', "it's", '{"a"}', '\u{1F34E}\u{80}']

let databases: [TestDatabase, TestDatabase]
let from: Database
let to: Database

const open = ({ url }: TestDatabase) => openDatabase({ url, applicationName: 'fruit', maxConnections: 1 })

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()]
  from = open(databases[0])
  to = open(databases[1])
  for (const { db } of [from, to])
    await db.execute(sql`
      create table fruit (id integer primary key, label text, photo bytea, notes jsonb, picked_at timestamptz)
    `)
})
afterAll(async () => {
  await Promise.all([from.close(), to.close()])
  for (const database of databases) await database.drop()
})
beforeEach(async () => {
  for (const { db } of [from, to]) await db.execute(sql`truncate fruit`)
})

const addMany = (count: number, bytes: number) =>
  from.db.execute(sql`
    insert into fruit (id, label) select number, repeat('x', ${bytes}::integer) from generate_series(1, ${count}::integer) as number
  `)
const readAll = async ({ db }: Database) => (await db.execute(sql`select * from fruit order by id`)).rows
const countIn = async (database: Database) => (await readAll(database)).length

async function copyAll(bytesAtOnce: number, where = sql`true`): Promise<number[]> {
  const lengths: number[] = []
  await from.db.transaction((source) =>
    to.db.transaction(async (target) => {
      const rows = sql`copy (select ${columns} from fruit where ${where} order by id) to stdout`
      for await (const content of copyOut(source, rows, bytesAtOnce)) {
        lengths.push(content.length)
        await copyIn(target, into, content)
      }
    }),
  )
  return lengths
}

test('rows are the same in another database, whatever their values are', async () => {
  for (const [id, label] of strange.entries())
    await from.db.execute(sql`
      insert into fruit values (${id}, ${label}, ${Buffer.from([0, 9, 10, 92, 255])}, ${JSON.stringify({ label })}, 'infinity')
    `)
  await from.db.execute(sql`insert into fruit (id) values (100)`)
  await copyAll(64)
  expect(await readAll(to)).toEqual(await readAll(from))
  expect(await countIn(to)).toBe(strange.length + 1)
})

test('parameters are taken as they are, whatever is in them', async () => {
  for (const [id, label] of strange.entries())
    await from.db.execute(sql`insert into fruit (id, label) values (${id}, ${label})`)
  await copyAll(1024, sql`label = any(${sql.param(strange.slice(1))}::text[]) and label <> ${strange[4]}`)
  const expected = strange.filter((_, id) => id !== 0 && id !== 4)
  expect((await readAll(to)).map(({ label }) => label)).toEqual(expected)
})

test('many rows come in parts of whole rows, about as large as asked for, and what follows in the transaction is done', async () => {
  await addMany(5000, 1000)
  const lengths = await copyAll(200_000)
  expect(await countIn(to)).toBe(5000)
  expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(200_000)
  // The rest of what Postgres had sent at once may come with it.
  expect(Math.max(...lengths)).toBeLessThan(600_000)
})

test('a reader that is slow is waited for, and no more is read meanwhile than it is given at once', async () => {
  await addMany(20_000, 1000)
  await from.db.transaction(async (source) => {
    const parts = copyOut(source, sql`copy (select ${columns} from fruit) to stdout`, 100_000)
    await parts.next()
    // The rest waits in Postgres, which cannot send it.
    const { db } = databases[0].connectAsOwner()
    await vi.waitFor(
      async () => {
        const { rows } = await db.execute(sql`
          select from pg_stat_activity
          where application_name = 'fruit' and datname = current_database() and wait_event = 'ClientWrite'
        `)
        expect(rows).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
    let more = 0
    for await (const part of parts) more += part.length
    expect(more).toBeGreaterThan(19_000_000)
  })
})

describe('what fails', () => {
  test('in the middle of reading is thrown, and the next transaction works', async () => {
    await addMany(5000, 1000)
    await expect(copyAll(50_000, sql`1 / (4000 - id) is not null`)).rejects.toThrow('division by zero')
    expect(await countIn(to)).toBe(0)
    await copyAll(50_000)
    expect(await countIn(to)).toBe(5000)
  })

  test('in the middle of writing is thrown, nothing is written, and the next transaction works', async () => {
    await addMany(5000, 1000)
    await to.db.execute(sql`insert into fruit (id) values (4000)`)
    await expect(copyAll(50_000)).rejects.toThrow()
    expect(await countIn(to)).toBe(1)
    await to.db.execute(sql`truncate fruit`)
    await copyAll(50_000)
    expect(await countIn(to)).toBe(5000)
  })

  test('is not hidden by a reader that ends early, whose connection is replaced', async () => {
    await addMany(20_000, 1000)
    const read = from.db.transaction(async (source) => {
      for await (const _ of copyOut(source, sql`copy (select ${columns} from fruit) to stdout`, 50_000))
        throw new Error('enough')
    })
    await expect(read).rejects.toThrow('enough')
    expect(await countIn(from)).toBe(20_000)
  })
})
