import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { Keyring } from '../keyring.ts'
import { sealAgainWith, type RowName, type SealAgain, type SealedPlace } from './sealed-place.ts'

export interface Resealed {
  /** `schema.table.column` */
  place: string
  /** Number of rows sealed by an older key: now sealed again, or, in a check, left unchanged. */
  rows: number
  /** Rows that no key of the ring opens; they are left unchanged. */
  unreadable: RowName[]
}

const rowsAtATime = 500
const start = 'v1\\.'

/**
 * Seals with the current key everything that an older key of the ring has sealed. May be interrupted and repeated, and
 * run while processes do: a row that changes meanwhile keeps its change, and is checked again.
 *
 * @param db of a login that may change every table; no process's role can
 *
 * @param isCheck only counts
 */
export async function reseal(
  { db, keyring }: { db: Db; keyring: Keyring },
  places: SealedPlace[],
  { isCheck }: { isCheck: boolean },
): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const place of places) done.push(await resealPlace(db, keyring, place, isCheck))
  return done
}

async function resealPlace(
  db: Db,
  keyring: Keyring,
  place: SealedPlace,
  isCheck: boolean,
): Promise<Resealed> {
  const again = sealAgainWith(keyring)
  const result: Resealed = { place: `${place.table}.${place.column}`, rows: 0, unreadable: [] }
  let after: RowName | undefined
  for (;;) {
    const found = await findRows(db, keyring, place, after)
    for (const { value, ...row } of found) {
      const outcome = await resealRow(db, place, { row, value: value!, again, isCheck })
      if (outcome === 'unreadable') result.unreadable.push(row)
      else result.rows += 1
    }
    if (found.length < rowsAtATime) return result
    const { value: _value, ...last } = found.at(-1)!
    after = last
  }
}

async function resealRow(
  db: Db,
  place: SealedPlace,
  { row, value, again, isCheck }: { row: RowName; value: string; again: SealAgain; isCheck: boolean },
): Promise<'sealed' | 'unreadable'> {
  const column = sql.identifier(place.column)
  for (let current: string | undefined = value; current !== undefined;) {
    let renewed: string
    try {
      renewed = place.reseal(current, row, again)
    } catch {
      return 'unreadable'
    }
    if (isCheck || renewed === current) return 'sealed'
    const { rowCount } = await db.execute(sql`
      update ${tableOf(place)} set ${column} = ${renewed}
      where ${isRow(place, row)} and ${column} = ${current}
    `)
    if (rowCount === 1) return 'sealed'
    // The row was just changed or deleted.
    const { rows } = await db.execute<{ value: string | null }>(
      sql`select ${column}::text as value from ${tableOf(place)} where ${isRow(place, row)}`,
    )
    current = rows[0]?.value ?? undefined
  }
  return 'sealed'
}

async function findRows(
  db: Db,
  keyring: Keyring,
  place: SealedPlace,
  after: RowName | undefined,
): Promise<RowName[]> {
  const column = sql.identifier(place.column)
  const id = keyring.currentPrefix.split('.')[1]!
  const pattern = `${place.before}${start}(?!${id}\\.)`
  const names = place.key.map((name) => sql.identifier(name))
  const shown = names.map((name) => sql`${name}::text as ${name}`)
  const isAfter = after
    ? sql`and (${list(names)}) > (${list(place.key.map((name) => sql`${after[name]}`))})`
    : sql``
  const { rows } = await db.execute<RowName>(sql`
    select ${list(shown)}, ${column}::text as value from ${tableOf(place)}
    where ${column}::text ~ ${pattern} ${isAfter} order by ${list(names)} limit ${rowsAtATime}
  `)
  return rows
}

const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]): SQL => sql.join(parts, sql`, `)

const tableOf = ({ table }: SealedPlace): SQL =>
  sql.join(
    table.split('.').map((name) => sql.identifier(name)),
    sql`.`,
  )

// Postgres infers the type of a parameter from the column that it is compared with.
const isRow = ({ key }: SealedPlace, row: RowName): SQL =>
  sql.join(
    key.map((name) => sql`${sql.identifier(name)} = ${row[name]}`),
    sql` and `,
  )
