import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { tellOfDisabledWebhooks } from './tell-of-disabled-webhooks.ts'

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
const tell = () => tellOfDisabledWebhooks(service.services)
const listLetters = async () => {
  const { rows } = await execute<{ rcpt_to: string; content: Buffer }>(sql`
    select rcpt_to, content from alias.outbound_messages join alias.messages on messages.id = message_id order by queued_at
  `)
  return rows.map(({ rcpt_to: to, content }) => ({ to, text: content.toString().replaceAll('=\r\n', '') }))
}

test('the owner of a webhook that was disabled is told which one and why', async () => {
  await register(await service.key('ada'))
  expect(await tell()).toBe(0)
  await disable()
  expect(await tell()).toBe(1)
  const [letter, ...others] = await listLetters()
  expect(others).toEqual([])
  expect(letter!.to).toBe('ada@example.com')
  expect(letter!.text).toContain('https://example.com/hook')
  expect(letter!.text).toContain('A delivery failed 5 times, the last time with status 503.')
})

test('he is told once, and again when it is disabled again', async () => {
  const key = await service.key('ada')
  const id = await register(key)
  await disable()
  expect(await tell()).toBe(1)
  expect(await tell()).toBe(0)
  await service.app.inject({
    method: 'PATCH',
    url: `/api/v1/webhooks/${id}`,
    headers: key,
    payload: { isActive: true },
  })
  expect(await tell()).toBe(0)
  await disable()
  expect(await tell()).toBe(1)
  expect(await listLetters()).toHaveLength(2)
})

test('of several processes one tells him', async () => {
  await register(await service.key('ada'))
  await register(await service.key('grace'))
  await disable()
  const counts = await Promise.all(Array.from({ length: 4 }, tell))
  expect(counts.reduce((one, other) => one + other)).toBe(2)
  expect((await listLetters()).map(({ to }) => to).toSorted()).toEqual([
    'ada@example.com',
    'grace@example.com',
  ])
})

test('of a webhook for test data he is told as well', async () => {
  await register(await service.key('ada', { mode: 'test' }))
  await disable()
  await tell()
  const { rows } = await execute(sql`select owner_id, rcpt_to from alias.outbound_messages`)
  expect(rows).toEqual([{ owner_id: 'live:ada', rcpt_to: 'ada@example.com' }])
})

test('one who has deactivated a webhook himself, or has no address, is not written to', async () => {
  const key = await service.key('ada')
  const id = await register(key)
  await service.app.inject({
    method: 'PATCH',
    url: `/api/v1/webhooks/${id}`,
    headers: key,
    payload: { isActive: false },
  })
  expect(await tell()).toBe(0)
  await execute(sql`update alias.accounts set email = null`)
  await disable()
  expect(await tell()).toBe(1)
  expect(await listLetters()).toEqual([])
})
