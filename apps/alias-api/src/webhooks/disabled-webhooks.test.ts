import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maintenanceTasks } from '../maintenance.ts'
import { doDue } from '../testing/do-due.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.empty()
  await execute(sql`truncate alias.outbound_messages, alias.messages`)
})

const execute = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  service.database.connectAsOwner().db.execute<Row>(statement)
const register = async (headers: { authorization: string }) => {
  const payload = { url: 'https://example.com/hook', events: ['email.received'] }
  const response = await service.app.inject({ method: 'POST', url: '/api/v1/webhooks', headers, payload })
  return response.json<{ data: { id: string } }>().data.id
}
const disable = () =>
  execute(sql`
    update alias.webhooks set is_active = false, disabled_at = clock_timestamp(),
      disabled_reason = 'A delivery failed 5 times, the last time with status 503'
  `)
const notify = () => doDue(service.services.db, maintenanceTasks(service.services), 'notifyDisabledWebhooks')
const listNotifications = async () => {
  const { rows } = await execute<{ rcpt_to: string; content: Buffer }>(sql`
    select rcpt_to, content from alias.outbound_messages join alias.messages on messages.id = message_id order by queued_at
  `)
  return rows.map(({ rcpt_to: to, content }) => ({ to, text: content.toString().replaceAll('=\r\n', '') }))
}

test('the owner of a webhook that was disabled is notified which one and why', async () => {
  await register(await service.key('ada'))
  expect(await notify()).toBe(0)
  await disable()
  expect(await notify()).toBe(1)
  const [notification, ...others] = await listNotifications()
  expect(others).toEqual([])
  expect(notification!.to).toBe('ada@example.com')
  expect(notification!.text).toContain('https://example.com/hook')
  expect(notification!.text).toContain('A delivery failed 5 times, the last time with status 503.')
})

test('the owner is notified once, and again when the webhook is disabled again', async () => {
  const key = await service.key('ada')
  const id = await register(key)
  await disable()
  expect(await notify()).toBe(1)
  expect(await notify()).toBe(0)
  await service.app.inject({
    method: 'PATCH',
    url: `/api/v1/webhooks/${id}`,
    headers: key,
    payload: { isActive: true },
  })
  expect(await notify()).toBe(0)
  await disable()
  expect(await notify()).toBe(1)
  expect(await listNotifications()).toHaveLength(2)
})

test('several processes notify the owner once', async () => {
  await register(await service.key('ada'))
  await register(await service.key('grace'))
  await disable()
  const counts = await Promise.all(Array.from({ length: 4 }, notify))
  expect(counts.reduce((one, other) => one + other)).toBe(2)
  expect((await listNotifications()).map(({ to }) => to).toSorted()).toEqual([
    'ada@example.com',
    'grace@example.com',
  ])
})

test('the owner is notified of a disabled test-mode webhook too', async () => {
  await register(await service.key('ada', { mode: 'test' }))
  await disable()
  await notify()
  const { rows } = await execute(sql`select owner_id, rcpt_to from alias.outbound_messages`)
  expect(rows).toEqual([{ owner_id: 'live:ada', rcpt_to: 'ada@example.com' }])
})

test('no notification is sent for a webhook that its owner deactivated, or to an account without an e-mail', async () => {
  const key = await service.key('ada')
  const id = await register(key)
  await service.app.inject({
    method: 'PATCH',
    url: `/api/v1/webhooks/${id}`,
    headers: key,
    payload: { isActive: false },
  })
  expect(await notify()).toBe(0)
  await execute(sql`update alias.accounts set email = null`)
  await disable()
  expect(await notify()).toBe(1)
  expect(await listNotifications()).toEqual([])
})
