import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptExecution } from '../executions/accept-execution.ts'
import type { Execution } from '../executions/execution.ts'
import { matchIntent } from '../intents/matching/match-intent.ts'
import type { Job } from '../jobs/job.ts'
import type { PipelineRun } from '../pipeline-runs/pipeline-run.ts'
import { getAutomationRow } from './get-automation.ts'
import { startDraftBed, steps, type DraftBed } from './test-drafts.ts'

// Every way to start a run, with the error for an automation that is not validated.
let bed: DraftBed
let draft: string

beforeAll(async () => {
  bed = await startDraftBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  draft = await bed.generated()
})

const notValidated = { statusCode: 409, message: 'Automation is not validated', error: 'Conflict' }
const executionsOf = async (id: string) =>
  (await bed.send('GET', `/api/v1/executions?automationId=${id}`)).json<Execution[]>()
const trigger = async (id: string) => {
  const response = await bed.send('POST', `/api/v1/automations/${id}/trigger`)
  expect(response.statusCode).toBe(202)
  return response.json<{ executionId: string }>().executionId
}
const enqueue = (targetId: string, type = 'automation') =>
  bed.send('POST', '/api/v1/jobs/enqueue', { type, targetId })
/** Enqueues `count` jobs for one target; returns a function for each that reads the job. */
const line = async (targetId: string, count: number) => {
  const jobs: (() => Promise<Job>)[] = []
  while (jobs.length < count) {
    const { jobId } = (await enqueue(targetId)).json<{ jobId: string }>()
    jobs.push(async () => (await bed.send('GET', `/api/v1/jobs/${jobId}`)).json<Job>())
  }
  return jobs
}
/** Changes the automation's steps. */
const change = (id: string) => bed.send('PATCH', `/api/v1/automations/${id}`, { actions: [steps[0]!] })
const pipeline = (automationIds: string[]) =>
  bed.send('POST', '/api/v1/pipelines', { name: 'All', automationIds })
const runPipeline = async (automationIds: string[]) => {
  const { id } = (await pipeline(automationIds)).json<{ id: string }>()
  const response = await bed.send('POST', `/api/v1/pipelines/${id}/trigger`)
  return response.json<{ pipelineRunId: string }>().pipelineRunId
}
const run = async (id: string) => (await bed.send('GET', `/api/v1/pipeline-runs/${id}`)).json<PipelineRun>()
const refusedMember = (index: number) => [
  {
    property: `automationIds.${index}`,
    constraints: { isIn: `automationIds.${index} must be an automation that is validated` },
    receivedValue: draft,
  },
]

test('a generated automation is a draft, and a written or imported one is not', async () => {
  expect(await bed.automation(draft)).toMatchObject({ isDraft: true, validation: null })
  const recording = { title: 'Mine', steps: [{ type: 'navigate', url: 'https://example.com' }] }
  const imported = await bed.send('POST', '/api/v1/automations/import', recording)
  expect(imported.json()).toMatchObject({ isDraft: false, validation: null })
  expect(await bed.automation(await bed.written())).toMatchObject({ isDraft: false })
  const claimed = await bed.send('POST', '/api/v1/automations', { name: 'x', actions: steps, isDraft: false })
  expect(claimed.statusCode).toBe(400)
  const cleared = await bed.send('PATCH', `/api/v1/automations/${draft}`, { isDraft: false })
  expect(cleared.statusCode).toBe(400)
})

describe('a draft', () => {
  test('cannot be triggered', async () => {
    const response = await bed.send('POST', `/api/v1/automations/${draft}/trigger`)
    expect([response.statusCode, response.json()]).toEqual([409, notValidated])
    expect(await executionsOf(draft)).toEqual([])
  })

  test('does not run for a trigger that was accepted before it became a draft', async () => {
    await bed.pass(draft)
    const executionId = await trigger(draft)
    await change(draft)
    expect(await bed.start(executionId)).toBeUndefined()
    expect(await bed.execution(executionId)).toMatchObject({
      status: 'failed',
      error: 'Automation is not validated',
    })
    expect(await bed.published()).toEqual(['automation.failed'])
  })

  test('never runs unvalidated steps when a trigger, a change and a runner race', async () => {
    for (let round = 0; round < 15; round += 1) {
      const id = await bed.generated()
      await bed.pass(id)
      const executionId = await trigger(id)
      const [started] = await Promise.all([bed.start(executionId), change(id)])
      // The execution started with the validated steps, or not at all.
      expect(started?.automation.actions ?? steps).toEqual(steps)
      const { status, error } = await bed.execution(executionId)
      expect([status, error]).toEqual(started ? ['running', null] : ['failed', 'Automation is not validated'])
      expect(await bed.automation(id)).toMatchObject({ isDraft: true, validation: null })
    }
  })

  test('does not stop an execution that started before it became a draft, with the steps of that time', async () => {
    await bed.pass(draft)
    const executionId = await trigger(draft)
    const { automation } = (await bed.start(executionId))!
    await change(draft)
    expect(automation.actions).toEqual(steps)
    await bed.end(executionId)
    expect(await bed.execution(executionId)).toMatchObject({ status: 'completed' })
  })

  test('cannot become a member of a pipeline', async () => {
    const written = await bed.written()
    const created = await pipeline([written, draft])
    expect([created.statusCode, created.json()]).toEqual([400, refusedMember(1)])
    const { id } = (await pipeline([written])).json<{ id: string }>()
    const changed = await bed.send('PATCH', `/api/v1/pipelines/${id}`, { automationIds: [draft, written] })
    expect([changed.statusCode, changed.json()]).toEqual([400, refusedMember(0)])
  })

  test('that is a member of a pipeline prevents the pipeline from being triggered', async () => {
    await bed.pass(draft)
    const { id } = (await pipeline([await bed.written(), draft])).json<{ id: string }>()
    await change(draft)
    const response = await bed.send('POST', `/api/v1/pipelines/${id}/trigger`)
    expect([response.statusCode, response.json()]).toEqual([400, refusedMember(1)])
    await bed.pass(draft)
    expect((await bed.send('POST', `/api/v1/pipelines/${id}/trigger`)).statusCode).toBe(202)
  })

  test('fails as a pipeline member whose turn comes later, and the other members run', async () => {
    await bed.pass(draft)
    const [first, last] = [await bed.written(), await bed.written()]
    const runId = await runPipeline([first, draft, last])
    await change(draft)
    await bed.perform((await executionsOf(first))[0]!.id)
    await bed.perform((await executionsOf(last))[0]!.id)
    expect(await run(runId)).toMatchObject({
      status: 'partial_failed',
      members: [
        { status: 'completed' },
        { status: 'failed', error: 'Automation is not validated', executionId: null },
        { status: 'completed' },
      ],
    })
  })

  test('fails as a pipeline member that was waiting for a runner', async () => {
    await bed.pass(draft)
    const runId = await runPipeline([draft])
    const [waiting] = await executionsOf(draft)
    await change(draft)
    expect(await bed.start(waiting!.id)).toBeUndefined()
    expect(await run(runId)).toMatchObject({
      status: 'failed',
      members: [{ status: 'failed', error: 'Automation is not validated' }],
    })
  })

  test('cannot be enqueued as a job, nor can a pipeline with it', async () => {
    expect((await enqueue(draft)).json()).toEqual(notValidated)
    await bed.pass(draft)
    const { id } = (await pipeline([draft])).json<{ id: string }>()
    await change(draft)
    expect((await enqueue(id, 'pipeline')).json()).toEqual(refusedMember(0))
  })

  test('fails as a job that was waiting for a runner', async () => {
    await bed.pass(draft)
    const [job] = await line(draft, 1)
    await change(draft)
    expect(await bed.start((await job!()).executionId!)).toBeUndefined()
    expect(await job!()).toMatchObject({ status: 'failed', error: 'Automation is not validated' })
  })

  test('fails as a job whose turn comes later, and does not delay the end of the job before it', async () => {
    await bed.pass(draft)
    const [first, second] = await line(draft, 2)
    const { executionId } = await first!()
    await bed.start(executionId!)
    await change(draft)
    await bed.end(executionId!)
    expect(await first!()).toMatchObject({ status: 'completed', error: null })
    expect(await second!()).toMatchObject({ status: 'failed', error: 'Automation is not validated' })
  })

  test('is not matched with a request', async () => {
    await bed.send('PATCH', `/api/v1/automations/${draft}`, { name: 'Search the harbour books' })
    const find = () => matchIntent(bed.service.services, bed.ownerId(), 'search the harbour books')
    expect(await find()).toEqual({ outcome: 'none' })
    await bed.pass(draft)
    expect(await find()).toMatchObject({ outcome: 'matched', automationId: draft })
  })

  test('is accepted by no caller other than a validation', async () => {
    const { service } = bed
    const row = await getAutomationRow(
      service.services,
      { ownerId: bed.ownerId(), keyId: null, ip: '' },
      draft,
    )
    const asked = { saveSession: false, variables: {} }
    const { db } = service.services
    await expect(acceptExecution(db, service.services, row, asked)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Automation is not validated',
    })
    expect(await executionsOf(draft)).toEqual([])
  })
})

test('a pipeline member whose automation is being validated starts after the last replay', async () => {
  const written = await bed.written()
  await bed.validate(written, { replays: 2 })
  const runId = await runPipeline([written])
  expect(await run(runId)).toMatchObject({ members: [{ status: 'waiting' }] })
  for (let replay = 0; replay < 2; replay += 1) {
    const { executionIds } = (await bed.automation(written)).validation!
    expect(executionIds).toHaveLength(replay + 1)
    await bed.perform(executionIds[replay]!)
  }
  expect(await bed.automation(written)).toMatchObject({ validation: { status: 'passed' } })
  const [member] = await executionsOf(written)
  expect(member).toMatchObject({ isValidation: false, pipelineRunId: runId })
  await bed.perform(member!.id)
  expect(await run(runId)).toMatchObject({ status: 'completed' })
})
