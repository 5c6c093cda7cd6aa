import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { ListedAutomation } from './automation.ts'
import { createAutomationClient, newAutomation } from './test-automations.ts'

let service: TestApp
let headers: Awaited<ReturnType<TestApp['key']>>
let runnerDb: TestApp['services']['db']

beforeAll(async () => {
  service = await startTestApp()
  runnerDb = service.database.connectAs('waypost_automation_runner').db
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write', 'automation:execute')
})

const { create } = createAutomationClient(() => ({ service, headers }))
const list = async (query = '?include=lastRun', by = headers) =>
  (await service.app.inject({ url: `/api/v1/automations${query}`, headers: by })).json<ListedAutomation[]>()
const post = (path: string) =>
  service.app.inject({ method: 'POST', url: `/api/v1/automations/${path}`, headers })

/** A run that has ended so; without an outcome, one that waits. */
async function run(id: string, outcome?: { error: string | null }): Promise<string> {
  const { executionId } = (await post(`${id}/trigger`)).json<{ executionId: string }>()
  if (!outcome) return executionId
  const runner = { ...service.services, db: runnerDb, sessionTtlMs: 1 }
  await startExecution(runner, executionId)
  await endExecution(runner, executionId, outcome)
  return executionId
}

test('include=lastRun adds the newest run of each automation, whatever the page and the search', async () => {
  const never = await create({ ...newAutomation, name: 'never' })
  const failing = await create({ ...newAutomation, name: 'failing' })
  const waiting = await create({ ...newAutomation, name: 'waiting' })
  await run(failing.id, { error: null })
  const failed = await run(failing.id, { error: 'The shop did not answer' })
  const pending = await run(waiting.id)
  expect((await list()).map(({ id, lastRun }) => [id, lastRun])).toEqual([
    [waiting.id, expect.objectContaining({ id: pending, status: 'pending', completedAt: null })],
    [
      failing.id,
      {
        id: failed,
        status: 'failed',
        isStopped: false,
        error: 'The shop did not answer',
        createdAt: expect.any(String) as string,
        completedAt: expect.any(String) as string,
      },
    ],
    [never.id, null],
  ])
  expect(await list('?include=lastRun&q=fail&limit=1')).toMatchObject([{ lastRun: { id: failed } }])
})

test('a run that was stopped is told from one that failed', async () => {
  const { id } = await create()
  await run(id)
  expect((await post(`${id}/stop`)).statusCode).toBe(202)
  expect((await list())[0]!.lastRun).toMatchObject({ status: 'failed', isStopped: true })
})

test('without include=lastRun the list has no runs', async () => {
  const { id } = await create()
  await run(id)
  expect((await list(''))[0]).not.toHaveProperty('lastRun')
})
