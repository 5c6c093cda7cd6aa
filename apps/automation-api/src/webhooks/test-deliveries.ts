import { newId } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { deliveries } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Webhook } from './webhook.ts'

export const notFound = (noun: string) => ({
  statusCode: 404,
  message: `${noun} not found or unauthorized`,
  error: 'Not Found',
})
export const sinceEver = { since: '2000-01-01T00:00:00Z' }

interface Bed {
  service: TestApp
  /** A new owner with a webhook for each test. */
  ownerId: string
  headers: { authorization: string }
  webhookId: string
}

/** For tests: a service, an owner's webhooks, and the deliveries published for them. */
export function openDeliveryBed() {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.service = await startTestApp()
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    bed.ownerId = newId()
    bed.headers = await bed.service.person(bed.ownerId)
    bed.webhookId = await create()
  })
  const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, as: object = bed.headers) =>
    bed.service.app.inject({ method, url, headers: { ...as }, ...(payload && { payload }) })
  const create = async (url = 'https://example.com') => {
    const payload = { name: 'hook', url, events: ['execution.started'] }
    return (await send('POST', '/webhooks', payload)).json<Webhook>()._id
  }
  return {
    bed,
    send,
    create,
    async publish() {
      const { service, ownerId } = bed
      const data = { jobId: null, executionId: newId(), automationId: newId(), status: 'running' as const }
      const [id] = await service.services.db.transaction(
        (tx) =>
          publishEvent(tx, service.services.outbox, { ownerId, event: 'execution.started', data })
            .deliveryIds,
      )
      return id!
    },
    end: (id: string, status: 'delivered' | 'failed' | 'cancelled') =>
      bed.service.services.db
        .update(deliveries)
        .set({ status, endedAt: new Date() })
        .where(eq(deliveries.id, id)),
    list: (query = '', id = bed.webhookId) => send('GET', `/webhooks/${id}/deliveries${query}`),
  }
}
