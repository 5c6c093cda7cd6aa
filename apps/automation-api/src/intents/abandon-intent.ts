import { eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { intents } from '../db/job-tables.ts'
import { endJob } from '../jobs/end-job.ts'
import type { JobServices } from '../services.ts'
import { failIntent, type IntentFailure } from './end-intent.ts'

/** Fails an intent that will have no run, and its job with it. */
export async function abandonIntent(
  tx: Db,
  services: JobServices,
  id: string,
  failure: IntentFailure,
): Promise<void> {
  if (!(await failIntent(tx, services.outbox, id, failure))) return
  const [intent] = await tx.select({ jobId: intents.jobId }).from(intents).where(eq(intents.id, id))
  await endJob(tx, services, intent!.jobId, { error: failure.message, result: null })
}
