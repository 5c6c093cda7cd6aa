import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { recordedSteps } from '../db/recording-tables.ts'
import { toRecordedStep, type RecordedStep } from './recorded-step.ts'

/** The steps of a recording so far, without their screenshots. */
export async function listSteps(db: Db, recordingId: string): Promise<RecordedStep[]> {
  const { id, action, question, screenshot, position } = recordedSteps
  const hasScreenshot = sql<boolean>`${screenshot} is not null`
  const rows = await db
    .select({ id, action, question, hasScreenshot })
    .from(recordedSteps)
    .where(eq(recordedSteps.recordingId, recordingId))
    .orderBy(asc(position))
  return rows.map(toRecordedStep)
}
