import { eq, sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { purgeAt } from '@waypost/retention/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { intents, jobs } from '../db/job-tables.ts'
import { pipelineRuns, pipelines } from '../db/pipeline-tables.ts'
import { automations, executionFailures, executions, stepScreenshots } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { retentionKinds, type Retention } from './retention-kinds.ts'

const dayMs = 86_400_000
const keptMs = 30 * dayMs
// The tests' rows end before this time.
const endedAt = new Date(Date.now() + 3_600_000)
const isPastAt = endedAt.getTime() + keptMs + 1

let service: TestApp
let ownerId: string
let automationId: string
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  automationId = newId()
  await owner().insert(automations).values({
    id: automationId,
    ownerId,
    name: 'one',
    actions: [],
    createdAt: endedAt,
    updatedAt: endedAt,
  })
})
afterEach(async () => {
  for (const table of [automations, pipelines, intents, jobs]) await owner().delete(table)
})

const owner = () => service.database.connectAsOwner().db
const purge = (now: number, kept: Retention = { RETENTION_RUNS_DAYS: keptMs }) =>
  purgeAt(now, service.services.db, retentionKinds(kept))

/** With a screenshot and a failure. */
async function addExecution(completedAt: Date | null = endedAt): Promise<string> {
  const executionId = newId()
  const status = completedAt ? 'completed' : 'running'
  await owner().insert(executions).values({
    id: executionId,
    ownerId,
    automationId,
    status,
    createdAt: endedAt,
    startsAt: endedAt,
    completedAt,
  })
  await owner()
    .update(automations)
    .set({ executionCount: sql`${automations.executionCount} + 1` })
    .where(eq(automations.id, automationId))
  await owner()
    .insert(stepScreenshots)
    .values({ executionId, stepIndex: 0, image: Buffer.from('a screenshot') })
  await owner()
    .insert(executionFailures)
    .values({ executionId, url: '', title: '', accessibilityTree: '', consoleErrors: [] })
  return executionId
}

const counts = async () => ({
  executions: await owner().$count(executions),
  screenshots: await owner().$count(stepScreenshots),
  failures: await owner().$count(executionFailures),
})

test('an ended execution is deleted after its retention period with everything it left, and a running one is kept', async () => {
  for (let index = 0; index < 3; index += 1) await addExecution()
  await addExecution(null)
  expect(await purge(isPastAt - 1)).toEqual({})
  expect(await counts()).toEqual({ executions: 4, screenshots: 4, failures: 4 })
  expect(await purge(isPastAt)).toEqual({ executions: 3 })
  expect(await purge(isPastAt + 1000 * dayMs)).toEqual({})
  expect(await counts()).toEqual({ executions: 1, screenshots: 1, failures: 1 })
})

test('lists and their totals agree after a purge', async () => {
  await addExecution()
  const stays = await addExecution(new Date(endedAt.getTime() + dayMs))
  await purge(isPastAt)
  const headers = await service.key(ownerId, 'automation:read')
  const response = await service.app.inject({ url: '/api/v1/executions', headers })
  expect(response.json<{ id: string }[]>().map(({ id }) => id)).toEqual([stays])
  expect(response.headers['x-total-count']).toBe('1')
})

test('screenshots may be deleted before their executions, and those of a run under way are kept', async () => {
  await addExecution()
  await addExecution(null)
  expect(await purge(isPastAt, { RETENTION_SCREENSHOTS_DAYS: keptMs })).toEqual({ screenshots: 1 })
  expect(await counts()).toEqual({ executions: 2, screenshots: 1, failures: 2 })
})

test('pipeline runs are deleted with their members, and their executions are kept for their own retention period', async () => {
  const pipelineId = newId()
  await owner()
    .insert(pipelines)
    .values({
      id: pipelineId,
      ownerId,
      name: 'all',
      automationIds: [automationId],
      continueOnFailure: true,
      chainSession: true,
      runCount: 2,
      createdAt: endedAt,
      updatedAt: endedAt,
    })
  const [ended, active] = [newId(), newId()]
  const run = { ownerId, pipelineId, continueOnFailure: true, chainSession: true, saveSession: false }
  await owner()
    .insert(pipelineRuns)
    .values([
      { ...run, id: ended, status: 'completed', createdAt: endedAt, completedAt: endedAt },
      { ...run, id: active, status: 'active', createdAt: endedAt },
    ])
  const executionId = await addExecution(new Date(endedAt.getTime() + dayMs))
  await owner().update(executions).set({ pipelineRunId: ended }).where(eq(executions.id, executionId))
  expect(await purge(isPastAt)).toEqual({ pipeline_runs: 1 })
  expect(await owner().select({ id: pipelineRuns.id }).from(pipelineRuns)).toEqual([{ id: active }])
  expect(await owner().select({ runCount: pipelines.runCount }).from(pipelines)).toEqual([{ runCount: 1 }])
  expect(await counts()).toMatchObject({ executions: 1 })
})

test('expired jobs and intents are deleted; a waiting job is kept, and so is the job of a kept intent', async () => {
  const add = async (completedAt: Date | null) => {
    const id = newId()
    const status = completedAt ? 'completed' : 'pending'
    await owner()
      .insert(jobs)
      .values({ id, ownerId, type: 'automation', status, createdAt: endedAt, completedAt })
    return id
  }
  const addIntent = async (jobId: string, completedAt: Date | null) => {
    const status = completedAt ? 'executed' : 'received'
    const text = 'buy milk'
    await owner().insert(intents).values({
      id: newId(),
      ownerId,
      jobId,
      text,
      mayGenerate: false,
      ip: '::1',
      status,
      createdAt: endedAt,
      completedAt,
    })
  }
  await add(endedAt)
  await addIntent(await add(endedAt), endedAt)
  const needed = await add(endedAt)
  await addIntent(needed, null)
  const waiting = await add(null)
  expect(await purge(isPastAt)).toEqual({ intents: 1, jobs: 2 })
  const left = (await owner().select({ id: jobs.id }).from(jobs)).map(({ id }) => id)
  expect(left.toSorted()).toEqual([needed, waiting].toSorted())
})

test('without retention periods, everything is kept', async () => {
  await addExecution()
  expect(await purge(isPastAt + 1000 * dayMs, {})).toEqual({})
})
