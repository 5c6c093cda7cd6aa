import type { Pool, PoolClient } from 'pg'
import type { Db } from './database.ts'

// What the process does is by the database's clock (followDatabaseClock). But its certificates, tokens and logs are by its own.
const longestSkewMs = 30_000

/** Pools whose connections have been seen to be sessions of their own. */
const withSessions = new WeakSet<Pool>()

/**
 * Finds why a process cannot work with its database, though it may answer: connections that act as another role, a clock
 * that is half a minute from the database's, or a pooler that gives one session to several connections. Such a pooler loses
 * prepared statements, LISTEN and session settings, and fails only some of the queries.
 *
 * @param now the time of this process, in ms since 1970
 * @returns the reason in words; undefined where there is none
 * @throws what the database answers, or that it does not
 */
export async function findDatabaseFault(db: Db, now: () => number = Date.now): Promise<string | undefined> {
  const pool = poolOf(db)
  const { role, skewMs } = await readSession(pool, now)
  const wanted = /-c role=(\w+)/.exec(pool.options.options ?? '')?.[1]
  if (wanted !== undefined && role !== wanted)
    return `connections act as the role ${role}, not as ${wanted}: a pooler may drop the settings with which they begin`
  if (Math.abs(skewMs) >= longestSkewMs)
    return `the clock is ${Math.abs(Math.round(skewMs / 1000))} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`
  if (!withSessions.has(pool)) {
    if (await sharesSessions(pool))
      return 'a pooler gives one session to several connections: it must pool sessions, not transactions'
    withSessions.add(pool)
  }
  return undefined
}

/**
 * How far the clock of this process is ahead of the database's, in ms; negative where it is behind.
 * What the answer's way may explain is not counted.
 */
export async function readClockSkew(db: Db, now: () => number = Date.now): Promise<number> {
  return (await readSession(poolOf(db), now)).skewMs
}

const poolOf = (db: Db): Pool => (db as Db & { $client: Pool }).$client

async function readSession(pool: Pool, now: () => number): Promise<{ role: string; skewMs: number }> {
  const askedAt = now()
  const { rows } = await pool.query<{ role: string; at: number }>(
    'select current_user as role, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  const answeredAt = now()
  const { role, at } = rows[0]!
  return { role, skewMs: askedAt > at ? askedAt - at : Math.min(0, answeredAt - at) }
}

/** Two connections that are open at once have two sessions, and keep them. */
async function sharesSessions(pool: Pool): Promise<boolean> {
  const one = await pool.connect()
  try {
    const other = await pool.connect()
    let isBroken = true
    try {
      const before = await sessionOf(one)
      await other.query('begin')
      const others = await sessionOf(other)
      const after = await sessionOf(one)
      await other.query('rollback')
      isBroken = false
      return others === before || after !== before
    } finally {
      other.release(isBroken)
    }
  } finally {
    one.release()
  }
}

async function sessionOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
