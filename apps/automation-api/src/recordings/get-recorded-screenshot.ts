import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordedSteps } from '../db/recording-tables.ts'
import type { Actor, Services } from '../services.ts'

/** The screenshot of a recorded step, a JPEG. */
export async function getRecordedScreenshot(
  { db }: Services,
  { ownerId }: Actor,
  id: string,
  stepId: string,
): Promise<Buffer> {
  const [row] = await db
    .select({ screenshot: recordedSteps.screenshot })
    .from(recordedSteps)
    .where(
      and(
        eq(recordedSteps.id, stepId),
        eq(recordedSteps.recordingId, id),
        eq(recordedSteps.ownerId, ownerId),
      ),
    )
  if (!row?.screenshot) throw new DomainError('not_found', 'Screenshot not found or unauthorized')
  return row.screenshot
}
