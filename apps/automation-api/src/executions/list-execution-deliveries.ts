import { listDeliveriesAbout, type DeliveriesAbout } from '@waypost/webhooks'
import type { Actor, Services } from '../services.ts'
import { getExecution } from './get-execution.ts'

/** The deliveries about an execution, and about the job that it is part of, to any receiver; newest first. */
export async function listExecutionDeliveries(
  services: Services,
  actor: Actor,
  id: string,
  query: { cursor?: string | undefined; limit: number; offset: number },
): Promise<DeliveriesAbout> {
  const { jobId } = await getExecution(services, actor, id)
  const subjectIds = jobId === null ? [id] : [id, jobId]
  const about = { ownerId: actor.ownerId, subjectIds }
  return listDeliveriesAbout(services.db, services.outbox.channel, about, query)
}
