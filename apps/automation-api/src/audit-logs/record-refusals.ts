import { newId } from '@waypost/postgres'
import type { App } from '@waypost/http'
import { auditLogs } from '../db/tables.ts'
import type { Services } from '../services.ts'

const refusals = new Set([403, 404, 409, 412])
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Records refused requests with a valid credential, after the response was sent. */
export function recordRefusals(app: App, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor, method } = request
    const isRead = reading.has(method) && reply.statusCode !== 403
    if (!actor || isRead || !refusals.has(reply.statusCode)) return
    await db.insert(auditLogs).values({
      id: newId(),
      ownerId: actor.ownerId,
      action: 'request.refused',
      keyId: actor.keyId,
      ip: actor.ip,
      result: 'refused',
      method,
      // The route, not the URL: an invented id tells nothing, and a query may hold a key.
      path: request.routeOptions.url ?? '',
      statusCode: reply.statusCode,
      createdAt: new Date(clock.now()),
    })
  })
}
