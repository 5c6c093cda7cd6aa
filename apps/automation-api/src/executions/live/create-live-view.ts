import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { DomainError } from '@waypost/http'
import { executions } from '../../db/tables.ts'
import type { Actor, Services } from '../../services.ts'
import { signLiveView } from './live-view-token.ts'

export const liveView = z.object({
  url: z.string().describe('Path at which a WebSocket opens, once'),
  expiresAt: z.iso.datetime().describe('Until when it can be opened'),
})

export type LiveView = z.infer<typeof liveView>

/** Lets the owner of a run open a view of its browser. */
export async function createLiveView(services: Services, actor: Actor, id: string): Promise<LiveView> {
  const [execution] = await services.db
    .select({ status: executions.status, address: executions.liveAddress })
    .from(executions)
    .where(and(eq(executions.id, id), eq(executions.ownerId, actor.ownerId)))
  if (!execution) throw new DomainError('not_found', 'Execution not found or unauthorized')
  const { status, address } = execution
  if (status !== 'running' || address === null) throw new DomainError('conflict', 'Execution is not running')
  const { token, expiresAt } = signLiveView(services, { watchedId: id, address })
  return {
    url: `/live-view?token=${encodeURIComponent(token)}`,
    expiresAt: expiresAt.toISOString(),
  }
}
