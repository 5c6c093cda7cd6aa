import { newId } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { deliveries } from '../db/tables.ts'
import type { TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

export const notFound = (noun: string) => ({
  statusCode: 404,
  message: `${noun} not found or unauthorized`,
  error: 'Not Found',
})
export const sinceEver = { since: '2000-01-01T00:00:00Z' }

/** For tests: webhooks, and what was published for them, of the owner and the webhook that there are at the time. */
export function createDeliveryClient(
  current: () => { service: TestApp; ownerId: string; headers: object; webhookId: string },
) {
  const send = (
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: object,
    as: object = current().headers,
  ) => current().service.app.inject({ method, url, headers: { ...as }, ...(payload && { payload }) })
  return {
    send,
    async create(url = 'https://example.com') {
      const payload = { name: 'hook', url, events: ['execution.started'] }
      return (await send('POST', '/webhooks', payload)).json<Webhook>()._id
    },
    async publish() {
      const { service, ownerId } = current()
      const data = { jobId: null, executionId: newId(), automationId: newId(), status: 'running' as const }
      const [id] = await service.services.db.transaction((tx) =>
        publishEvent(tx, service.services.outbox, { ownerId, event: 'execution.started', data }),
      )
      return id!
    },
    end: (id: string, status: 'delivered' | 'failed' | 'cancelled') =>
      current()
        .service.services.db.update(deliveries)
        .set({ status, endedAt: new Date() })
        .where(eq(deliveries.id, id)),
    list: (query = '', id = current().webhookId) => send('GET', `/webhooks/${id}/deliveries${query}`),
  }
}
