import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhooks } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { claimWebhookNotices } from './claim-webhook-notices.ts'
import { confirmNotices } from './confirm-notices.ts'

const minute = 60_000
const clock = new TestClock('2026-01-02T03:04:05.678Z')
let service: TestApp
let ownerId: string
beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(() => {
  ownerId = newId()
})

const register = async (name = 'Reports') => {
  const response = await service.app.inject({
    method: 'POST',
    url: '/webhooks',
    headers: await service.person(ownerId),
    payload: { name, url: 'https://hooks.example/secret-path', events: ['job.failed'] },
  })
  return response.json<{ _id: string }>()._id
}
/** As the dispatcher announces it; null when it delivers again. */
const announce = (id: string, since: Date | null) =>
  service.services.db
    .update(webhooks)
    .set({ announcedFailingSince: since, failureCount: 9, lastStatus: 'timeout' })
    .where(eq(webhooks.id, id))
const claim = async () =>
  (await claimWebhookNotices(service.services)).filter((notice) => notice.ownerId === ownerId)
const confirm = (notices: { id: string }[]) =>
  confirmNotices(
    service.services,
    notices.map(({ id }) => id),
  )

test('an owner is told of a webhook that fails, once for each time that it does', async () => {
  const webhookId = await register()
  expect(await claim()).toEqual([])
  const since = new Date(clock.now())
  await announce(webhookId, since)
  const notices = await claim()
  expect(notices).toEqual([
    {
      id: expect.any(String) as unknown,
      ownerId,
      kind: 'webhook_failing',
      webhookId,
      webhookName: 'Reports',
      url: 'https://hooks.example',
      failingSince: since.toISOString(),
      failedAttempts: 9,
      lastStatus: 'timeout',
    },
  ])
  await confirm(notices)
  await clock.tick(24 * 60 * minute)
  expect(await claim()).toEqual([])

  await announce(webhookId, null)
  expect(await claim()).toEqual([])
  await announce(webhookId, new Date(clock.now()))
  const [again, ...others] = await claim()
  expect([again?.webhookId, again?.id === notices[0]!.id, others]).toEqual([webhookId, false, []])
})

test('a notice is claimed by one at a time, and again under the same id if it is not confirmed', async () => {
  await announce(await register(), new Date(clock.now()))
  const [claims, others] = await Promise.all([claim(), claim()])
  expect([...claims, ...others]).toHaveLength(1)
  expect(await claim()).toEqual([])
  await clock.tick(3 * minute)
  expect(await claim()).toEqual([...claims, ...others])
})

test('an owner of many webhooks that fail together is told of ten in an hour, and of the others later', async () => {
  for (let count = 0; count < 13; count += 1) await announce(await register(), new Date(clock.now()))
  const first = await claim()
  expect(first).toHaveLength(10)
  await confirm(first)
  await clock.tick(30 * minute)
  expect(await claim()).toEqual([])
  await clock.tick(40 * minute)
  expect(await claim()).toHaveLength(3)
})

test('the issuer claims notices about webhooks where it asks for them, and a deleted webhook leaves none', async () => {
  const webhookId = await register()
  await announce(webhookId, new Date(clock.now()))
  const headers = {
    authorization: `Bearer ${await service.issuer.token('the issuer', { scope: 'notices' })}`,
  }
  const ask = async (payload: object) => {
    const response = await service.app.inject({ method: 'POST', url: '/notices/claim', headers, payload })
    return response.json<{ webhookId?: string }[]>().map((notice) => notice.webhookId)
  }
  expect(await ask({ waiting: true })).toEqual([])
  expect(await ask({ waiting: true, webhooks: true })).toContain(webhookId)
  await service.app.inject({
    method: 'DELETE',
    url: `/webhooks/${webhookId}`,
    headers: await service.person(ownerId),
  })
  await clock.tick(3 * minute)
  expect(await claim()).toEqual([])
})
