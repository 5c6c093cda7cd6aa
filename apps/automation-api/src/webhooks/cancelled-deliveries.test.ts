import { newId } from '@waypost/postgres'
import { publishEvent } from '@waypost/webhooks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliveries } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let service: TestApp
let ownerId: string
/** Two webhooks of one owner for the same event. */
let webhook: string
let other: string

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  webhook = await create()
  other = await create()
})

const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const headers = await service.person(ownerId)
  const response = await service.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(response.statusCode).toBeLessThan(300)
  return response
}
const create = async () => {
  const payload = { name: 'hook', url: 'https://example.com', events: ['execution.started'] }
  return (await send('POST', '/webhooks', payload)).json<{ _id: string }>()._id
}
const publish = () => {
  const data = { jobId: null, executionId: newId(), automationId: newId(), status: 'running' as const }
  return service.services.db.transaction(
    (tx) =>
      publishEvent(tx, service.services.outbox, { ownerId, event: 'execution.started', data }).deliveryIds,
  )
}
const statesOf = async (webhookId: string) => {
  const rows = await service.services.db.select().from(deliveries).where(eq(deliveries.webhookId, webhookId))
  return rows.map(({ status, nextAttemptAt, endedAt }) => ({
    status,
    isDue: nextAttemptAt !== null,
    hasEnded: endedAt !== null,
  }))
}
const pending = { status: 'pending', isDue: true, hasEnded: false }
const cancelled = { status: 'cancelled', isDue: false, hasEnded: true }

test('deactivating a webhook cancels its pending deliveries, and none of another webhook', async () => {
  await publish()
  await publish()
  await send('PATCH', `/webhooks/${webhook}`, { isActive: false })
  expect(await statesOf(webhook)).toEqual([cancelled, cancelled])
  expect(await statesOf(other)).toEqual([pending, pending])
})

test('deleting a webhook cancels its pending deliveries, and keeps their log', async () => {
  await publish()
  await send('DELETE', `/webhooks/${webhook}`)
  expect(await statesOf(webhook)).toEqual([cancelled])
  expect(await statesOf(other)).toEqual([pending])
})

test('delivered deliveries stay delivered', async () => {
  await publish()
  await service.services.db
    .update(deliveries)
    .set({ status: 'delivered', nextAttemptAt: null, endedAt: new Date() })
    .where(eq(deliveries.webhookId, webhook))
  await send('PATCH', `/webhooks/${webhook}`, { isActive: false })
  expect(await statesOf(webhook)).toEqual([{ status: 'delivered', isDue: false, hasEnded: true }])
})

test('a deactivated webhook receives nothing until it is active again', async () => {
  await send('PATCH', `/webhooks/${webhook}`, { isActive: false })
  await publish()
  expect(await statesOf(webhook)).toEqual([])
  await send('PATCH', `/webhooks/${webhook}`, { isActive: true })
  await publish()
  expect(await statesOf(webhook)).toEqual([pending])
})

test('any other change leaves pending deliveries alone', async () => {
  await publish()
  await send('PATCH', `/webhooks/${webhook}`, {
    name: 'renamed',
    url: 'https://example.org',
    events: ['job.failed'],
    isActive: true,
    secret: 'another secret',
  })
  expect(await statesOf(webhook)).toEqual([pending])
})
