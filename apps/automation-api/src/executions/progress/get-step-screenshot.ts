import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { executions, stepScreenshots } from '../../db/tables.ts'
import type { Actor, Services } from '../../services.ts'

/**
 * The screenshot of a step, a JPEG.
 *
 * @param number of the step, from 1
 */
export async function getStepScreenshot(
  { db }: Services,
  { ownerId }: Actor,
  id: string,
  number: number,
): Promise<Buffer> {
  const [row] = await db
    .select({ image: stepScreenshots.image })
    .from(stepScreenshots)
    .innerJoin(executions, eq(executions.id, stepScreenshots.executionId))
    .where(
      and(eq(executions.id, id), eq(executions.ownerId, ownerId), eq(stepScreenshots.stepIndex, number - 1)),
    )
  if (!row) throw new DomainError('not_found', 'Screenshot not found or unauthorized')
  return row.image
}
