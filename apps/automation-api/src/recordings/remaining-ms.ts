import { sql } from 'drizzle-orm'
import { limitOf } from '../limits/limit-of.ts'
import { recordingMs } from '../limits/recording-ms.ts'
import type { Services } from '../services.ts'

const MINUTE_MS = 60_000

/** How long an account may still record today. */
export async function remainingMs(
  { db, clock, limits }: Pick<Services, 'db' | 'clock' | 'limits'>,
  ownerId: string,
): Promise<number> {
  const { rows } = await db.execute<{ left: number }>(sql`
    select ${limitOf(limits, 'recordingMinutesPerDay', ownerId)}::float8 * ${MINUTE_MS}
      - (${recordingMs(ownerId, clock.now())}) as left`)
  return Math.max(0, rows[0]!.left)
}
