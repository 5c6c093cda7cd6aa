import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@waypost/http'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { pipelines } from '../db/pipeline-tables.ts'
import { requireMemberRoom } from '../limits/require-member-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkMembers } from './check-members.ts'
import { checkSettings } from './check-settings.ts'
import { isOwnPipeline, pipelineNotFound } from './get-pipeline.ts'
import { toPipeline, type Pipeline, type pipelineChange } from './pipeline.ts'

/**
 * A change without effect makes no version. A run under way is not affected.
 *
 * @param isExpected whether the caller meant to change this version
 */
export async function updatePipeline(
  services: ApiServices,
  actor: Actor,
  id: string,
  change: z.infer<typeof pipelineChange>,
  isExpected: (version: number) => boolean,
): Promise<Pipeline> {
  const { db, clock } = services
  return db.transaction(async (tx) => {
    const own = isOwnPipeline(actor, id)
    const [current] = await tx.select().from(pipelines).where(own).for('no key update')
    if (!current) throw pipelineNotFound()
    if (!isExpected(current.version)) throw new DomainError('precondition_failed', 'Pipeline has changed')
    if (isDeepStrictEqual({ ...current, ...change }, current)) return toPipeline(current)
    const { automationIds = current.automationIds, members = current.members } = change
    if (change.automationIds)
      await requireMemberRoom(tx, services, actor.ownerId, change.automationIds.length)
    if (change.automationIds || change.members)
      checkSettings(await checkMembers(tx, actor, automationIds), members)
    const [row] = await tx
      .update(pipelines)
      .set({ ...change, version: current.version + 1, updatedAt: new Date(clock.now()) })
      .where(own)
      .returning()
    await recordChange(tx, services, actor, 'pipeline.updated', id)
    return toPipeline(row!)
  })
}
