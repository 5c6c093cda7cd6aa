import { and, eq, lt, or } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import { recordings } from '../db/recording-tables.ts'
import type { Services } from '../services.ts'
import { endRecording } from './end-recording.ts'

/** A runner sends a heartbeat twice a second; one that sent none for this long is not coming back. */
const lostAfterMs = 15_000
/** A person does not wait for longer. */
const longestWaitMs = 60_000
const atATime = 100

/** Ends recordings whose runner died, and those that no runner has had room for. Their steps can still be saved. */
export async function endLostRecordings(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number) => new Date(services.clock.now() - ms)
  const { id, status, aliveAt, createdAt } = recordings
  const lost = await services.db
    .select({ id, status })
    .from(recordings)
    .where(
      or(
        and(eq(status, 'running'), lt(aliveAt, before(lostAfterMs))),
        and(eq(status, 'pending'), lt(createdAt, before(longestWaitMs))),
      ),
    )
    .limit(atATime)
  await settleAll(lost, (each) =>
    endRecording(services, each.id, each.status === 'running' ? 'Runner lost' : 'No runner was free'),
  )
}
