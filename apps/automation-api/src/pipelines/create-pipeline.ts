import { newId } from '@waypost/postgres'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { pipelines } from '../db/pipeline-tables.ts'
import { requireMemberRoom } from '../limits/require-member-room.ts'
import { requireRoom } from '../limits/require-room.ts'
import type { Actor, ApiServices } from '../services.ts'
import { checkMembers } from './check-members.ts'
import { checkSettings } from './check-settings.ts'
import { toPipeline, type newPipeline, type Pipeline } from './pipeline.ts'

export async function createPipeline(
  services: ApiServices,
  actor: Actor,
  {
    name,
    automationIds,
    members = [],
    continueOnFailure = true,
    chainSession = true,
  }: z.infer<typeof newPipeline>,
): Promise<Pipeline> {
  const { db, clock } = services
  const { ownerId } = actor
  return db.transaction(async (tx) => {
    await requireRoom(tx, services, ownerId, 'pipelines')
    await requireMemberRoom(tx, services, ownerId, automationIds.length)
    checkSettings(await checkMembers(tx, actor, automationIds), members)
    const id = newId()
    const now = new Date(clock.now())
    const wanted = { name, automationIds, members, continueOnFailure, chainSession }
    const [row] = await tx
      .insert(pipelines)
      .values({ id, ownerId, ...wanted, createdAt: now, updatedAt: now })
      .returning()
    await recordChange(tx, services, actor, 'pipeline.created', id)
    return toPipeline(row!)
  })
}
