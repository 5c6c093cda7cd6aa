import { and, inArray, lt } from 'drizzle-orm'
import { settleAll } from '@waypost/concurrency'
import { intents } from '../db/job-tables.ts'
import type { Services } from '../services.ts'
import { abandonIntent } from './abandon-intent.ts'

const patienceMs = 15 * 60_000
const atATime = 100

/** Fails intents that no runner has processed for a quarter of an hour, so that nobody waits for them for ever. */
export async function failStaleIntents(services: Services): Promise<void> {
  const { db, clock } = services
  const since = new Date(clock.now() - patienceMs)
  const standing = await db
    .select({ id: intents.id })
    .from(intents)
    .where(and(inArray(intents.status, ['received', 'generating']), lt(intents.createdAt, since)))
    .limit(atATime)
  const failure = { reason: 'timed_out', message: 'Not dealt with in 15 minutes' } as const
  await settleAll(standing, ({ id }) => db.transaction((tx) => abandonIntent(tx, services, id, failure)))
}
