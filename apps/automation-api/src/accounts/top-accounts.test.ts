import { newId } from '@waypost/postgres'
import { enqueueDeliveries, webhookTables } from '@waypost/webhooks'
import { enqueueJobs } from '@waypost/work-queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runQueue } from '../executions/run-queue.ts'
import { startTestApp, testAdminToken, type TestApp } from '../test-app.ts'

let service: TestApp
const operator = { authorization: `Bearer ${testAdminToken}` }
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const jobsOf = (ownerId: string, count: number) =>
  Array.from({ length: count }, () => ({ ownerId, data: { executionId: 'none' } }))

test('an operator sees which accounts have most in each queue, and which send most requests', async () => {
  const { db, work } = service.services
  await db.transaction((tx) =>
    enqueueJobs(tx, work, runQueue.name, [...jobsOf('ada', 2), ...jobsOf('bob', 5), ...jobsOf('eve', 1)]),
  )
  const key = await service.key('eve', 'automation:read')
  for (let count = 0; count < 3; count += 1)
    await service.app.inject({ url: '/api/v1/automations', headers: key })
  const response = await service.app.inject({ url: '/admin/top-accounts?limit=2', headers: operator })
  expect(response.json()).toEqual({
    queues: [
      { queue: 'runs', ownerId: 'bob', waiting: 5, active: 0, oldestSeconds: expect.any(Number) },
      { queue: 'runs', ownerId: 'ada', waiting: 2, active: 0, oldestSeconds: expect.any(Number) },
    ],
    requests: [{ ownerId: 'eve', requests: 3 }],
  })
})

test('an operator sees which accounts have most deliveries that are due or wait for their receivers', async () => {
  const { db, outbox } = service.services
  const deliveries = { ada: newId(), bob: newId() }
  const past = new Date(Date.now() - 60_000)
  await db.transaction((tx) =>
    enqueueDeliveries(tx, outbox, [{ id: deliveries.ada, ownerId: 'ada', round: 1 }], past),
  )
  await db.insert(webhookTables('automation').deliveries).values({
    id: deliveries.bob,
    ownerId: 'bob',
    webhookId: newId(),
    event: 'job.failed',
    body: '{}',
    isParked: true,
    nextAttemptAt: past,
    createdAt: past,
  })
  const response = await service.app.inject({ url: '/admin/top-accounts', headers: operator })
  const { queues } = response.json<{ queues: { queue: string }[] }>()
  const one = { waiting: 1, active: 0, oldestSeconds: expect.any(Number) as unknown }
  expect(queues.filter(({ queue }) => queue !== 'runs')).toEqual([
    { queue: 'deferred', ownerId: 'ada', ...one },
    { queue: 'parked', ownerId: 'bob', ...one },
  ])
})

test('nobody else sees other accounts', async () => {
  const headers = await service.key('eve', 'automation:read')
  expect((await service.app.inject({ url: '/admin/top-accounts', headers })).statusCode).toBe(401)
})
