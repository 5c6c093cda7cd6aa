import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { postponeSchedule } from './postpone-schedule.ts'
import { createScheduleClient } from './test-schedules.ts'

const hour = 3_600_000

let bed: PipelineBed
let automationId: string

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.service.database.connectAsOwner().db.execute(sql`delete from automation.schedules`)
  await bed.reset()
  automationId = await bed.automation('Prices')
})

const { create, read, runs, fire, finish } = createScheduleClient(() => ({ bed, automationId }))
const later = async (ms = hour) => {
  await bed.clock.tick(ms)
  await fire()
}

describe('a run of a schedule', () => {
  it('is listed with what it started and how that ended', async () => {
    const { id, nextRuns } = await create()
    await later()
    const executionId = await bed.start(automationId)
    await finish()
    expect(await runs(id)).toMatchObject([
      {
        scheduledAt: nextRuns[0],
        status: 'running',
        executionId,
        pipelineRunId: null,
        jobId: null,
        endedAt: null,
      },
    ])
    await bed.end(executionId)
    await finish()
    expect(await runs(id)).toMatchObject([
      { status: 'completed', error: null, executionId, endedAt: expect.any(String) as string },
    ])
    expect(await read(id)).toMatchObject({ lastStatus: 'completed', failingSince: null })
  })

  it.each([
    ['automation', 'queue'],
    ['pipeline', 'skip'],
    ['pipeline', 'queue'],
  ])('of %s with overlap %s ends with it', async (type, overlap) => {
    const pipelineId = await bed.pipeline([automationId])
    const target = { type, id: type === 'pipeline' ? pipelineId : automationId }
    const { id } = await create({ target, overlap })
    await later()
    await finish()
    expect(await runs(id)).toMatchObject([{ status: 'running' }])
    await bed.perform(automationId, { error: 'No such element' })
    await finish()
    expect(await runs(id)).toMatchObject([{ status: 'failed', error: 'No such element' }])
  })

  it('that fails makes its schedule fail since then, until one completes', async () => {
    const { id } = await create()
    await later()
    await bed.perform(automationId, { error: 'No such element' })
    await finish()
    const { failingSince } = await read(id)
    expect(failingSince).toBe(new Date(bed.clock.now()).toISOString())
    await later()
    await bed.perform(automationId, { error: 'No such element' })
    await finish()
    expect(await read(id)).toMatchObject({ failingSince, lastStatus: 'failed', lastError: 'No such element' })
    await later()
    await bed.perform(automationId)
    await finish()
    expect(await read(id)).toMatchObject({ failingSince: null, lastStatus: 'completed', lastError: null })
  })

  it('that its owner stopped or deleted is no failure of its schedule', async () => {
    const { id } = await create()
    await later()
    await bed.perform(automationId, { error: 'Stopped by user' })
    await finish()
    expect(await read(id)).toMatchObject({ lastStatus: 'failed', failingSince: null })
    await later()
    await bed.service.database.connectAsOwner().db.execute(sql`delete from automation.executions`)
    await finish()
    expect(await read(id)).toMatchObject({ lastError: 'The run was deleted', failingSince: null })
  })

  it('is refused a second time for the same time by the database', async () => {
    const { id } = await create()
    await later()
    const { db } = bed.service.database.connectAsOwner()
    const again = db.execute(sql`
      insert into automation.schedule_runs select uuidv7(), owner_id, schedule_id, scheduled_at, status, error,
        started_type, started_id, created_at, ended_at
      from automation.schedule_runs where schedule_id = ${id}`)
    await expect(again).rejects.toMatchObject({ cause: { constraint: 'each_time_of_a_schedule_once' } })
  })
})

const corrupt = (id: string, value: string | null) =>
  bed.service.database
    .connectAsOwner()
    .db.execute(sql`update automation.schedules set sealed_variables = ${value} where id = ${id}`)

describe('a schedule that cannot be fired', () => {
  it('does not hold up the others, and is tried again after a minute', async () => {
    const { id } = await create()
    await corrupt(id, 'v1.x')
    automationId = await bed.automation('Others')
    const other = await create()
    const errors: unknown[] = []
    await bed.clock.tick(hour)
    await fire((error) => errors.push(error))
    expect(errors).toHaveLength(1)
    expect(await runs(other.id)).toHaveLength(1)
    await fire()
    expect(await runs(id)).toEqual([])
    await corrupt(id, null)
    await later(60_000)
    expect(await runs(id)).toMatchObject([{ status: 'running' }])
  })

  it('because the database was unavailable is due as before', async () => {
    const { id, nextRuns } = await create({ every: '1m' })
    await bed.clock.tick(60_000)
    const owner = bed.service.database.connectAsOwner().db
    const fired = owner.transaction(async (tx) => {
      // The schedule has to wait for its automation.
      await tx.execute(sql`select from automation.automations where id = ${automationId} for update`)
      const firing = fire(() => {}).then(
        () => 'fired',
        () => 'lost',
      )
      await waitFor('its connection to be cut', async () => {
        const { rows } = await owner.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rows.length > 0
      })
      return firing
    })
    expect(await fired).toBe('lost')
    await fire()
    expect(await runs(id)).toMatchObject([{ status: 'running', scheduledAt: nextRuns[0] }])
  })

  it('keeps the time that it was changed to meanwhile', async () => {
    const { id, nextRuns } = await create()
    const due = { id, dueAt: new Date(nextRuns[0]!) }
    const { services } = bed.service
    await bed.send('PATCH', `/api/v1/schedules/${id}`, { every: '2h' })
    const changed = await read(id)
    await postponeSchedule(services, due)
    await later()
    expect(await runs(id)).toEqual([])
    expect(await read(id)).toEqual(changed)
    await bed.send('DELETE', `/api/v1/schedules/${id}`)
    await postponeSchedule(services, due)
    await later(2 * hour)
    expect((await bed.send('GET', `/api/v1/schedules/${id}`)).statusCode).toBe(404)
  })
})

it('fires the first of each owner before the second of any', async () => {
  const created: string[] = []
  for (const count of [12, 1]) {
    await bed.reset()
    for (let made = 0; made < count; made += 1) {
      automationId = await bed.automation(`Prices ${made}`)
      created.push((await create()).id)
    }
  }
  await later()
  const { rows } = await bed.service.services.db.execute<{ schedule_id: string }>(
    sql`select schedule_id from automation.schedule_runs order by id`,
  )
  const order = rows.map(({ schedule_id: id }) => created.indexOf(id))
  expect(order).toHaveLength(13)
  // Four are fired at a time.
  expect(order.indexOf(12)).toBeLessThan(5)
})
