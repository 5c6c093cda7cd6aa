import { sql } from 'drizzle-orm'
import { poll, type NextWork } from '@waypost/concurrency'
import { isHere } from '../cells/is-here.ts'
import type { ApiServices } from '../services.ts'
import { fireSchedules } from './fire-schedules.ts'

// Only a schedule that another process made or changed within the last seconds before its time may be late, by as much.
const everyMs = 5000
// Another process is at it, or the next one is due soon.
const againMs = 1000

/**
 * Fires schedules when they are due, in every process at once.
 *
 * @returns stops it, once those under way are fired
 */
export function watchSchedules(
  services: ApiServices,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const fire = async (stopping: AbortSignal): Promise<NextWork> => {
    const dueInMs = (await findNextTime(services)) - services.clock.now()
    if (dueInMs > 0) return { dueInMs }
    await fireSchedules(services, stopping, onError)
    return { dueInMs: againMs }
  }
  return poll(fire, everyMs, onError).stop
}

/** When the next schedule is due, in ms since 1970; Infinity where there is none. */
async function findNextTime({ db, directory }: ApiServices): Promise<number> {
  const { rows } = await db.execute<{ due_at: string }>(sql`
    select due_at from automation.schedules where due_at is not null and ${isHere(directory, sql`owner_id`)}
    order by due_at limit 1
  `)
  const [next] = rows
  return next ? new Date(next.due_at).getTime() : Infinity
}
