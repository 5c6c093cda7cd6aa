import { and, eq, lte, sql } from 'drizzle-orm'
import { DomainError, ValidationError } from '@waypost/http'
import { joinTransaction, newId, type Db } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { scheduleRuns, schedules } from '../db/schedule-tables.ts'
import type { ApiServices } from '../services.ts'
import { findLatest } from './find-latest.ts'
import { OverlapError } from './overlap-error.ts'
import { planNext } from './plan-next.ts'
import type { ScheduleRow } from './schedule.ts'
import { startTarget, type Started } from './start-target.ts'

/** Nothing could start a time for this long: it is missed. One is also missed once the next has come. */
const graceMs = 10 * 60_000

/** A schedule at one of its times. */
type Occasion = ScheduleRow & { scheduledAt: Date }

interface Result {
  at: Date
  status: 'running' | 'failed' | 'skipped'
  error: string | null
  started?: Started
}

/**
 * Starts what one schedule is due to start, and plans its next time, in one transaction: each time is fired once, by
 * whichever process locks the row, and again only if that process dies before the commit. Of times that passed while
 * nothing ran only the last is started, so that a long stop is not followed by a flood.
 */
export async function fireSchedule(services: ApiServices, id: string): Promise<void> {
  const { db, clock } = services
  await db.transaction(async (tx) => {
    const now = new Date(clock.now())
    const [row] = await tx
      .select()
      .from(schedules)
      .where(and(eq(schedules.id, id), lte(schedules.dueAt, now)))
      .for('no key update', { skipLocked: true })
    if (!row) return
    const latest = findLatest(row, now)
    const results = await fire(tx, services, row, latest, now)
    for (const result of results) await record(tx, row, result, now)
    const { at, status, error, started } = results.at(-1)!
    await tx
      .update(schedules)
      .set({
        ...planNext(row, latest),
        lastRunAt: at,
        lastStatus: status,
        lastError: error,
        ...(started?.type === 'job' && { lastJobId: started.id }),
        ...(status === 'failed' && { failingSince: row.failingSince ?? now }),
      })
      .where(eq(schedules.id, id))
  })
}

/** @returns what became of the times until the latest; the first that was missed stands for all. */
async function fire(
  tx: Db,
  services: ApiServices,
  row: ScheduleRow,
  latest: Date,
  now: Date,
): Promise<Result[]> {
  const first = row.nextAt!
  const occasion = { ...row, scheduledAt: latest }
  if (row.catchUp) return [await start(tx, services, occasion)]
  const isLate = now.getTime() - latest.getTime() > graceMs + row.jitter * 1000
  if (!isLate && latest.getTime() === first.getTime()) return [await start(tx, services, occasion)]
  const others = `nor at any later time ${isLate ? 'until' : 'before'} ${latest.toISOString()}`
  const message = `Nothing could start it then, ${others}`
  const missed = skip(tx, services, { ...row, scheduledAt: first }, 'missed', message)
  return isLate ? [missed] : [missed, await start(tx, services, occasion)]
}

async function start(tx: Db, services: ApiServices, occasion: Occasion): Promise<Result> {
  const at = occasion.scheduledAt
  // What is refused leaves nothing, and the transaction goes on.
  await tx.execute(sql`savepoint started`)
  try {
    const started = await startTarget({ ...services, db: joinTransaction(tx) }, occasion)
    return { at, status: 'running', error: null, started }
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof ValidationError)) throw error
    await tx.execute(sql`rollback to savepoint started`)
    const { message } = error
    if (error instanceof OverlapError) return skip(tx, services, occasion, 'overlap', message)
    const data = { ...describe(occasion), message }
    publishEvent(tx, services.outbox, { ownerId: occasion.ownerId, event: 'schedule.failed', data })
    return { at, status: 'failed', error: message }
  }
}

function skip(
  tx: Db,
  { outbox }: ApiServices,
  occasion: Occasion,
  reason: 'overlap' | 'missed',
  message: string,
): Result {
  const data = { ...describe(occasion), reason, message }
  publishEvent(tx, outbox, { ownerId: occasion.ownerId, event: 'schedule.skipped', data })
  return { at: occasion.scheduledAt, status: 'skipped', error: message }
}

async function record(
  tx: Db,
  { id: scheduleId, ownerId }: ScheduleRow,
  { at: scheduledAt, status, error, started }: Result,
  now: Date,
): Promise<void> {
  await tx.insert(scheduleRuns).values({
    id: newId(),
    ownerId,
    scheduleId,
    scheduledAt,
    status,
    error,
    startedType: started?.type,
    startedId: started?.id,
    createdAt: now,
    endedAt: status === 'running' ? null : now,
  })
}

const describe = ({ id, name, targetType, targetId, scheduledAt }: Occasion) => ({
  scheduleId: id,
  scheduleName: name,
  targetType,
  targetId,
  scheduledAt: scheduledAt.toISOString(),
})
