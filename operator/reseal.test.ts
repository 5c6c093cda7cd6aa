import { randomBytes } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { createKeyring, reseal, type SealedPlace } from '@waypost/webhooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealedPlaces } from './sealed-places.ts'

const places = Object.values(sealedPlaces).flat()
const oldKey = `old:${randomBytes(32).toString('base64')}`
const newKey = `new:${randomBytes(32).toString('base64')}`
const before = createKeyring(oldKey)
const during = createKeyring(`${newKey},${oldKey}`)
const after = createKeyring(newKey)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await dropConstraints()
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const table of tables) await owner().execute(sql.raw(`delete from ${table}`))
})

const owner = () => database.connectAsOwner().db
const tables = [...new Set(places.map(({ table }) => table))]

/** Drops check constraints and foreign keys, so that rows with placeholder values can be inserted. */
async function dropConstraints(): Promise<void> {
  for (const table of tables) {
    const { rows } = await owner().execute<{ name: string }>(sql`
      select conname as name from pg_constraint where conrelid = ${table}::regclass and contype in ('c', 'f')
    `)
    for (const { name } of rows)
      await owner().execute(sql.raw(`alter table ${table} drop constraint "${name}" cascade`))
  }
}

// Placeholders by column type: only the sealed values matter in these tests.
const values: Record<string, string> = {
  uuid: 'uuidv7()',
  text: `'t' || random()`,
  integer: '1',
  bigint: '1',
  boolean: 'true',
  jsonb: `'[]'`,
  json: `'{}'`,
  bytea: `'x'`,
  ARRAY: `'{}'`,
  'timestamp with time zone': 'now()',
}

/** Inserts a row with values for all required columns. */
async function addRow({ table, key }: SealedPlace): Promise<Record<string, string>> {
  const [schema, name] = table.split('.')
  const { rows: columns } = await owner().execute<{ name: string; type: string }>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'
  `)
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const given = columns.map(({ type }) => values[type] ?? 'null').join(', ')
  const { rows } = await owner().execute<Record<string, string>>(
    sql.raw(
      `insert into ${table} (${names}) values (${given}) returning ${key.map((each) => `${each}::text`).join(', ')}`,
    ),
  )
  return rows[0]!
}

const read = async ({ table, column }: SealedPlace): Promise<Record<string, string>[]> =>
  (await owner().execute<Record<string, string>>(sql.raw(`select *, ${column}::text as value from ${table}`)))
    .rows

/** Stores a sealed secret in a row's column as the services do; in a JSON column, within the document. */
async function seal(place: SealedPlace, row: Record<string, string>, keyring = before): Promise<void> {
  const empty =
    place.before === '^' ? 'v1.' : JSON.stringify({ name: { secret: true, sealedDefault: 'v1.' } })
  const value = place.reseal(empty, row, (_, context) => keyring.seal('the secret', context))
  const isRow = sql.join(
    Object.entries(row).map(([name, text]) => sql`${sql.identifier(name)} = ${text}`),
    sql` and `,
  )
  await owner().execute(
    sql`update ${sql.raw(place.table)} set ${sql.identifier(place.column)} = ${value} where ${isRow}`,
  )
}

/** Opens the sealed values of a column with a key ring, in the services' contexts. */
async function open(place: SealedPlace, keyring: typeof before): Promise<string[]> {
  const secrets: string[] = []
  for (const { value, ...row } of await read(place))
    place.reseal(value!, row, (sealed, context) => {
      secrets.push(keyring.open(sealed, context))
      return sealed
    })
  return secrets
}

const run = (isCheck = false) => reseal({ db: owner(), keyring: during }, places, { isCheck })

describe('resealing', () => {
  test('covers every column of the services that has sealed values', async () => {
    const { rows } = await owner().execute<{ place: string }>(sql`
      select table_schema || '.' || table_name || '.' || column_name as place from information_schema.columns
      where table_schema in ('accounts', 'automation', 'alias') and column_name like '%sealed%'
    `)
    const known = places.map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
    expect(known).toEqual(expect.arrayContaining(['automation.automation_versions.variables']))
  })

  test.each(places.map((place): [string, SealedPlace] => [`${place.table}.${place.column}`, place]))(
    'replaces the old key with the new one in %s',
    async (_name, place) => {
      for (const _ of [1, 2]) await seal(place, await addRow(place))
      expect(await open(place, during)).toEqual(['the secret', 'the secret'])
      const done = await run()
      expect(done.filter(({ rows }) => rows > 0)).toEqual([
        { place: `${place.table}.${place.column}`, rows: 2, unreadable: [] },
      ])
      expect(await open(place, after)).toEqual(['the secret', 'the secret'])
      await expect(open(place, before)).rejects.toThrow('not in the ring')
      expect((await run()).every(({ rows }) => rows === 0)).toBe(true)
    },
  )

  test('with --check only counts, and changes nothing', async () => {
    const [place] = places
    await seal(place!, await addRow(place!))
    expect((await run(true))[0]).toMatchObject({ rows: 1 })
    expect(await open(place!, before)).toEqual(['the secret'])
  })

  test('leaves values that no key of the ring opens unchanged, and reports them', async () => {
    const [place] = places
    const lost = await addRow(place!)
    await seal(place!, lost, createKeyring(`lost:${randomBytes(32).toString('base64')}`))
    const sealed = await read(place!)
    await seal(place!, await addRow(place!))
    expect((await run())[0]).toMatchObject({ rows: 1, unreadable: [lost] })
    expect(await read(place!)).toEqual(expect.arrayContaining(sealed))
  })

  test('processes more rows than one batch, each once', async () => {
    const place = places.find(({ table }) => table === 'alias.dkim_keys')!
    await seal(place, await addRow(place))
    await owner().execute(sql`
      insert into alias.dkim_keys (id, domain, number, sealed_key, public_key, created_at, next_check_at)
      select uuidv7(), domain || each, number, sealed_key, public_key, created_at, next_check_at
      from alias.dkim_keys, generate_series(1, 1200) each
    `)
    // A value that was copied to another row does not open there: every row is read, and only the first one is resealed.
    const done = (await run()).find(({ place: name }) => name.startsWith('alias.dkim_keys'))!
    expect([done.rows, done.unreadable.length]).toEqual([1, 1200])
  })

  test('keeps values that a process writes meanwhile', async () => {
    const place = places.find(({ table }) => table === 'automation.sessions')!
    const row = await addRow(place)
    await seal(place, row)
    // Between reading and writing, another process seals a new value there, still with the old key.
    let isChanged = false
    const changing: SealedPlace = {
      ...place,
      reseal: (value, named, again) => place.reseal(value, named, again),
    }
    const db = owner()
    const racing = {
      ...db,
      execute: async (query: Parameters<typeof db.execute>[0]) => {
        if (!isChanged && JSON.stringify(query).includes('update ')) {
          isChanged = true
          const value = before.seal('another secret', `session:${row['id']}`)
          await db.execute(
            sql`update automation.sessions set sealed_state = ${value} where id = ${row['id']}`,
          )
        }
        return db.execute(query)
      },
    } as unknown as typeof db
    await reseal({ db: racing, keyring: during }, [changing], { isCheck: false })
    expect(isChanged).toBe(true)
    expect(await open(place, after)).toEqual(['another secret'])
  })
})
