import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createJobClient } from '../jobs/test-jobs.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { createScheduleClient } from './test-schedules.ts'

const minute = 60_000
const hour = 60 * minute

let bed: PipelineBed
let automationId: string

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  automationId = await bed.automation('Prices')
})

const current = () => ({ bed, automationId })
const { subscribe } = createJobClient(current)
const { create, read, fire } = createScheduleClient(current)
const runs = async () =>
  (await bed.send('GET', `/api/v1/executions?automationId=${automationId}`)).json<unknown[]>().length
const events = async () =>
  (await bed.published())
    .filter(({ event }) => event.startsWith('schedule.'))
    .map(({ event, data }) => [event, data])

describe('a time that has come', () => {
  it('starts one run, however many processes fire at once and however often', async () => {
    const { id, nextRuns } = await create()
    await fire()
    expect(await runs()).toBe(0)
    await bed.clock.tick(hour)
    await Promise.all([fire(), fire(), fire(), fire()])
    await fire()
    expect(await runs()).toBe(1)
    expect(await read(id)).toMatchObject({ lastStatus: 'running', lastRunAt: nextRuns[0] })
    expect((await read(id)).nextRuns[0]).toBe(nextRuns[1])
  })

  it('is skipped with an event while the automation runs', async () => {
    await subscribe(['schedule.skipped', 'schedule.failed'])
    const { id, nextRuns } = await create()
    await bed.clock.tick(hour)
    await fire()
    await bed.start(automationId)
    await bed.clock.tick(hour)
    await fire()
    expect(await runs()).toBe(1)
    expect(await events()).toEqual([
      [
        'schedule.skipped',
        expect.objectContaining({ scheduleId: id, reason: 'overlap', scheduledAt: nextRuns[1] }),
      ],
    ])
  })

  it('waits in line while the automation runs, where runs are queued', async () => {
    await create({ overlap: 'queue' })
    await bed.clock.tick(hour)
    await fire()
    const first = await bed.start(automationId)
    await bed.clock.tick(hour)
    await fire()
    expect(await runs()).toBe(1)
    await bed.end(first)
    expect(await runs()).toBe(2)
  })

  it.each([
    [true, 1, []],
    [false, 0, ['schedule.skipped']],
  ])('that was missed, with catchUp %s, is made up for by %i run', async (catchUp, count, names) => {
    await subscribe(['schedule.skipped'])
    const { id } = await create({ catchUp })
    await bed.clock.tick(5 * hour + 20 * minute)
    await fire()
    await fire()
    expect(await runs()).toBe(count)
    expect((await events()).map(([event]) => event)).toEqual(names)
    expect(new Date((await read(id)).nextRuns[0]!).getTime()).toBe(bed.clock.now() + hour - 20 * minute)
  })

  it('fails with an event where the automation is gone, and is tried again the next time', async () => {
    await subscribe(['schedule.failed'])
    const { id } = await create()
    await bed.send('DELETE', `/api/v1/automations/${automationId}`)
    await bed.clock.tick(hour)
    await fire()
    expect(await read(id)).toMatchObject({ lastStatus: 'failed' })
    expect(await events()).toEqual([
      ['schedule.failed', expect.objectContaining({ message: 'Automation not found or unauthorized' })],
    ])
    await bed.clock.tick(hour)
    await fire()
    expect(await events()).toHaveLength(2)
  })

  it('runs a pipeline, and makes a request again', async () => {
    const pipelineId = await bed.pipeline([automationId])
    await create({ target: { type: 'pipeline', id: pipelineId } })
    const asked = await bed.send('POST', '/api/v1/intents', { text: 'Look up the prices' })
    await create({ target: { type: 'intent', id: asked.json<{ intentId: string }>().intentId } })
    await bed.clock.tick(hour)
    await fire()
    expect((await bed.send('GET', '/api/v1/pipeline-runs')).json()).toHaveLength(1)
    const log = await bed.send('GET', '/api/v1/audit-logs?action=intent.accepted')
    expect(log.json()).toHaveLength(2)
  })

  it('is late by no more than its jitter, and not before', async () => {
    await create({ jitter: 30 })
    await bed.clock.tick(hour - 1)
    await fire()
    expect(await runs()).toBe(0)
    await bed.clock.tick(30_001)
    await fire()
    expect(await runs()).toBe(1)
  })
})
