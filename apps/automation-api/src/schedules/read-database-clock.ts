import { sql } from 'drizzle-orm'
import { systemClock, type Clock, type Db } from '@waypost/postgres'

/** The database's time, as a clock that stands still: processes whose clocks differ agree on what is due. */
export async function readDatabaseClock(db: Db): Promise<Clock> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`)
  const now = new Date(rows[0]!.now).getTime()
  return { ...systemClock, now: () => now }
}
