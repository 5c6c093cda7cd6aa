import { asc, sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { beforeEach, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { deleteAutomation } from '../automations/delete-automation.ts'
import { stopAutomation } from '../automations/stop-automation.ts'
import { getAutomationStatus } from '../automations/get-automation-status.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { deliveries } from '../db/tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { ada, openRunnerBed } from './test-runner.ts'

const { bed, asRunner, execute } = openRunnerBed({
  url: 'http://127.0.0.1:9999/',
  events: ['execution.started', 'automation.completed', 'automation.failed'],
})
bed.page = '<h1>Harbour Books</h1><button>Search</button>'
beforeEach(() => {
  bed.site.requests.length = 0
})

async function trigger(...actions: Action[]): Promise<{ automationId: string; executionId: string }> {
  const { id } = await createAutomation(bed.service.services, ada, { name: 'Shop', actions })
  const { executionId } = await triggerAutomation(bed.service.services, ada, id, {})
  return { automationId: id, executionId }
}
const run = (executionId: string, signal = new AbortController().signal) =>
  execute(executionId, { signal, heartbeatMs: 20 })

async function publishedEvents(): Promise<{ event: string; data: Record<string, unknown> }[]> {
  const rows = await bed.service.services.db.select().from(deliveries).orderBy(asc(deliveries.id))
  return rows.map((row) => JSON.parse(row.body) as { event: string; data: Record<string, unknown> })
}
const openPage = (): Action => ({ name: 'open', type: 'navigate', url: bed.site.url })
const readTitle: Action = { name: 'read', type: 'extractText', selectors: ['h1'], output: 'title' }

test('a run publishes execution.started and automation.completed with the contracted payloads', async () => {
  const { automationId, executionId } = await trigger(openPage(), readTitle)
  await run(executionId)
  expect(await publishedEvents()).toMatchObject([
    { event: 'execution.started', data: { jobId: null, executionId, automationId, status: 'running' } },
    {
      event: 'automation.completed',
      data: {
        jobId: null,
        executionId,
        sessionId: null,
        automationId,
        automationName: 'Shop',
        status: 'completed',
        error: null,
        extractedData: { title: 'Harbour Books' },
        selfHeal: { occurred: false, count: 0, healedActions: [] },
      },
    },
  ])
  expect(await getExecution(bed.service.services, ada, executionId)).toMatchObject({
    status: 'completed',
    extractedData: { title: 'Harbour Books' },
    steps: [
      { name: 'open', type: 'navigate', status: 'completed' },
      { name: 'read', type: 'extractText', status: 'completed' },
    ],
  })
  expect(await getAutomationStatus(bed.service.services, ada, automationId)).toEqual({ isRunning: false })
})

test('a failed run publishes automation.failed with the failing step as its error, and the data extracted before', async () => {
  const { executionId } = await trigger(openPage(), readTitle, {
    name: 'buy',
    type: 'click',
    selectors: ['#buy'],
    timeoutMs: 200,
  })
  await run(executionId)
  const [, failed] = await publishedEvents()
  expect(failed).toMatchObject({
    event: 'automation.failed',
    data: { status: 'failed', extractedData: { title: 'Harbour Books' } },
  })
  expect(failed!.data['error']).toMatch(/^Step "buy" \(click\) failed: /)
})

test('an execution that another runner has started is left alone', async () => {
  const { executionId } = await trigger(openPage(), readTitle)
  await startExecution(asRunner(), executionId)
  await run(executionId)
  expect(await getExecution(bed.service.services, ada, executionId)).toMatchObject({
    status: 'running',
    steps: [],
  })
  expect(bed.site.requests).toEqual([])
})

test('deleting the automation during a run publishes one terminal event and stops the run', async () => {
  const { automationId, executionId } = await trigger(openPage(), {
    name: 'wait in vain',
    type: 'waitForElement',
    selectors: ['#never'],
    timeoutMs: 60_000,
  })
  const ended = run(executionId)
  await waitFor('the run to start', async () => (await publishedEvents()).length === 1)
  await deleteAutomation(bed.service.services, ada, automationId)
  await ended
  expect((await publishedEvents()).map(({ event, data }) => [event, data['error']])).toEqual([
    ['execution.started', undefined],
    ['automation.failed', 'Automation was deleted'],
  ])
})

test('an execution that has ended already is not run', async () => {
  const { executionId } = await trigger(openPage())
  await run(executionId)
  await run(executionId)
  expect(await publishedEvents()).toHaveLength(2)
  expect(await getExecution(bed.service.services, ada, executionId)).toMatchObject({ status: 'completed' })
})

test('a run that is aborted ends with the abort’s reason as its error', async () => {
  const stop = new AbortController()
  const { executionId } = await trigger(openPage(), {
    name: 'wait',
    type: 'waitForElement',
    selectors: ['#never'],
  })
  const ended = run(executionId, stop.signal)
  await waitFor('the run to start', async () => (await publishedEvents()).length === 1)
  stop.abort(new Error('The runner was stopped'))
  await ended
  expect(await getExecution(bed.service.services, ada, executionId)).toMatchObject({
    status: 'failed',
    error: 'The runner was stopped',
  })
})

test('a run that its user stops fails as such and keeps the data extracted before', async () => {
  const { automationId, executionId } = await trigger(openPage(), readTitle, {
    name: 'wait in vain',
    type: 'waitForElement',
    selectors: ['#never'],
    timeoutMs: 60_000,
  })
  const ended = run(executionId)
  const readStatus = () => getAutomationStatus(bed.service.services, ada, automationId)
  await waitFor(
    'the last step',
    async () => (await getExecution(bed.service.services, ada, executionId)).steps[2]?.status === 'running',
  )
  expect(await readStatus()).toEqual({ isRunning: true })
  expect(await stopAutomation(bed.service.services, ada, automationId)).toEqual({
    executionId,
    status: 'stopping',
  })
  await ended
  expect(await readStatus()).toEqual({ isRunning: false })
  const execution = await getExecution(bed.service.services, ada, executionId)
  expect(execution).toMatchObject({
    status: 'failed',
    error: 'Stopped by user',
    extractedData: { title: 'Harbour Books' },
  })
  expect((await publishedEvents()).map(({ event, data }) => [event, data['error']])).toEqual([
    ['execution.started', undefined],
    ['automation.failed', 'Stopped by user'],
  ])
})

test('a runner’s role can read no API key and no webhook secret, and delete no automation', async () => {
  const { rows } = await bed.service.database.connectAsOwner().db.execute<{ allowed: boolean }>(sql`
    select has_table_privilege('waypost_automation_runner', 'automation.api_keys', 'select') as allowed
    union all select has_column_privilege('waypost_automation_runner', 'automation.webhooks', 'sealed_secret', 'select')
    union all select has_table_privilege('waypost_automation_runner', 'automation.automations', 'delete')
  `)
  expect(rows.map(({ allowed }) => allowed)).toEqual([false, false, false])
})
