import { eq } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '../db/tables.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { openSession } from './open-session.ts'
import { saveSession } from './save-session.ts'
import type { Session } from './session.ts'

const day = 86_400_000
let service: TestApp
const clock = new TestClock('2026-01-02T03:04:05.678Z')
let runnerDb: TestApp['services']['db']
let ownerId: string
let headers: Record<string, string>
let automationId: string

beforeAll(async () => {
  service = await startTestApp({ clock })
  runnerDb = service.database.connectAs('waypost_automation_runner').db
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  headers = await service.key(ownerId, 'automation:read', 'automation:write', 'automation:execute')
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  automationId = (await send('POST', '/automations', { name: 'Log in', actions })).json<{ id: string }>().id
})

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, by = headers) =>
  service.app.inject({ method, url: `/api/v1${path}`, headers: by, ...(payload && { payload }) })
/** With a runner's role. */
const runner = () => ({ ...service.services, db: runnerDb, sessionTtlMs: 30 * day })

/** A run that saves that state, from its trigger to its end. */
async function save(state: string): Promise<string> {
  const triggered = await send('POST', `/automations/${automationId}/trigger`, { saveSession: true })
  const { executionId } = triggered.json<{ executionId: string }>()
  await startExecution(runner(), executionId)
  await endExecution(runner(), executionId, {
    error: null,
    finish: (tx, execution) => saveSession(tx, runner(), execution, { state, site: 'portal.example' }),
  })
  const read = await send('GET', `/executions/${executionId}`)
  return read.json<{ sessionId: string }>().sessionId
}
const trigger = (sessionId: string, by = headers) =>
  send('POST', `/automations/${automationId}/trigger`, { sessionId }, by)

describe('a saved session', () => {
  test('is listed, newest first, with its site and expiry and without its contents', async () => {
    const first = await save('{"storage":"first"}')
    const second = await save('{"storage":"second"}')
    const response = await send('GET', '/sessions')
    const list = response.json<Session[]>()
    expect(list.map(({ id }) => id)).toEqual([second, first])
    expect(list[0]).toStrictEqual({
      id: second,
      automationId,
      executionId: expect.any(String) as string,
      site: 'portal.example',
      createdAt: new Date(clock.now()).toISOString(),
      expiresAt: new Date(clock.now() + 30 * day).toISOString(),
    })
  })

  test('is sealed in the database, and opens for its owner alone', async () => {
    const id = await save('{"storage":"a cookie"}')
    const [row] = await service.database
      .connectAsOwner()
      .db.select()
      .from(sessions)
      .where(eq(sessions.id, id))
    expect(JSON.stringify(row)).not.toContain('a cookie')
    expect(await openSession(runner(), ownerId, id)).toBe('{"storage":"a cookie"}')
    expect(await openSession(runner(), newId(), id)).toBeUndefined()
  })

  test('can be the start of a run', async () => {
    const id = await save('{}')
    const response = await trigger(id)
    expect(response.statusCode).toBe(202)
    const { executionId } = response.json<{ executionId: string }>()
    expect((await send('GET', `/executions/${executionId}`)).json()).toMatchObject({ inputSessionId: id })
  })

  test('is not visible to others', async () => {
    const id = await save('{}')
    const stranger = await service.key(newId(), 'automation:read', 'automation:write')
    expect((await send('GET', '/sessions', undefined, stranger)).json()).toEqual([])
    expect((await send('DELETE', `/sessions/${id}`, undefined, stranger)).statusCode).toBe(404)
    expect((await send('GET', '/sessions')).json()).toHaveLength(1)
  })

  test('is gone when it has expired', async () => {
    const id = await save('{}')
    await clock.tick(30 * day)
    expect((await send('GET', '/sessions')).json()).toEqual([])
    expect((await trigger(id)).statusCode).toBe(404)
    expect(await openSession(runner(), ownerId, id)).toBeUndefined()
  })

  test('is gone when it was deleted, and the deletion is in the audit log', async () => {
    const id = await save('{}')
    expect((await send('DELETE', `/sessions/${id}`)).statusCode).toBe(204)
    expect((await send('DELETE', `/sessions/${id}`)).statusCode).toBe(404)
    const auditor = await service.key(ownerId, 'audit:read')
    const logs = await send('GET', `/audit-logs?resourceId=${id}&action=session.deleted`, undefined, auditor)
    expect(logs.json()).toHaveLength(1)
  })

  test('outlives the automation that saved it', async () => {
    const id = await save('{}')
    await send('DELETE', `/automations/${automationId}`)
    expect((await send('GET', '/sessions')).json()).toMatchObject([{ id, automationId: null }])
  })
})

test.each([newId(), '00000000-0000-7000-8000-000000000000'])(
  'a trigger with the unknown session %s is a 404, and starts nothing',
  async (id) => {
    const response = await trigger(id)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ message: 'Session not found or unauthorized' })
    expect((await send('GET', `/automations/${automationId}/status`)).json()).toEqual({ isRunning: false })
  },
)

test('an invalid session id is refused by name', async () => {
  const response = await trigger('yesterday')
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject([
    { property: 'sessionId', constraints: { isUuid: expect.any(String) as string } },
  ])
})
