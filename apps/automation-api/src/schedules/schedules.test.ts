import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { automations } from '../db/tables.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Schedule } from './schedule.ts'
import { createScheduleClient } from './test-schedules.ts'

const base = '/api/v1/schedules'
const hour = 3_600_000

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

const { create, read, fire } = createScheduleClient(() => ({ bed, automationId }))
const post = (more: object = {}) =>
  bed.send('POST', base, {
    name: 'Hourly',
    target: { type: 'automation', id: automationId },
    every: '1h',
    ...more,
  })
const runs = async () =>
  (await bed.send('GET', `/api/v1/executions?automationId=${automationId}`)).json<unknown[]>().length

describe('a schedule', () => {
  it('is created with its next ten times, in its own time zone and over changes of clocks', async () => {
    const { nextRuns, ...rest } = await create({
      every: undefined,
      cron: '30 2 * * *',
      timezone: 'Europe/Berlin',
      startAt: '2026-03-28T00:00:00Z',
    })
    expect(rest).toMatchObject({
      cron: '30 2 * * *',
      every: null,
      overlap: 'skip',
      catchUp: false,
      jitter: 0,
    })
    expect(nextRuns).toHaveLength(10)
    // At 2:00 on the 29th clocks go to 3:00; 2:30 is made up for right after.
    expect(nextRuns.slice(0, 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('names an hour that clocks repeat once', async () => {
    const { nextRuns } = await create({
      every: null,
      cron: '30 2 * * *',
      timezone: 'Europe/Berlin',
      startAt: '2026-10-24T12:00:00Z',
    })
    expect(nextRuns.slice(0, 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  it('follows a recurrence rule up to its end', async () => {
    const { nextRuns } = await create({
      every: null,
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=3',
      startAt: '2026-02-02T07:00:00Z',
    })
    expect(nextRuns).toEqual([
      '2026-02-02T07:00:00.000Z',
      '2026-02-04T07:00:00.000Z',
      '2026-02-09T07:00:00.000Z',
    ])
  })

  it.each<[more: object, property: string]>([
    [{ every: null }, 'cron'],
    [{ cron: '* * * * *' }, 'every'],
    [{ every: null, cron: 'x' }, 'cron'],
    [{ every: null, cron: '0 0 30 2 *' }, 'cron'],
    [{ every: null, rrule: 'FREQ=MINUTELY' }, 'rrule'],
    [{ every: null, rrule: 'FREQ=SOMETIMES' }, 'rrule'],
    [{ every: null, rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule'],
    [{ every: '30s' }, 'every'],
    [{ endAt: '2026-01-01T00:00:00Z' }, 'every'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ jitter: -1 }, 'jitter'],
    [{ jitter: 3600 }, 'jitter'],
    [{ variables: { query: 'x' } }, 'variables.query'],
    [{ isActive: null }, 'isActive'],
    [{ overlap: 'both' }, 'overlap'],
  ])('is refused with %j', async (more, property) => {
    const response = await post(more)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property }])
  })

  it('is refused for a target that is not the owner’s', async () => {
    for (const type of ['automation', 'pipeline', 'intent'])
      expect((await post({ target: { type, id: newId() } })).statusCode).toBe(404)
  })

  it('is refused for a draft', async () => {
    const { db } = bed.service.services
    const draft = { isDraft: true, origin: 'generated' } as const
    await db.update(automations).set(draft).where(eq(automations.id, automationId))
    expect((await post()).json()).toMatchObject({ statusCode: 409, message: 'Automation is not validated' })
  })

  it('is seen, changed and deleted with the scope that runs its target alone', async () => {
    const { id } = await create()
    const key = await bed.service.key(bed.ownerId(), 'pipeline:execute')
    const withKey = (method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      bed.sendWith(key, method, url, payload)
    expect((await withKey('GET', base)).json()).toEqual([])
    for (const [method, url, payload] of [
      ['GET', `${base}/${id}`],
      ['GET', `${base}/${id}/runs`],
      ['PATCH', `${base}/${id}`, { name: 'x' }],
      ['DELETE', `${base}/${id}`],
    ] as const)
      expect((await withKey(method, url, payload)).statusCode).toBe(403)
    expect(await read(id)).toMatchObject({ name: 'Hourly' })
  })

  it('has no times while it is paused, and is continued from then on', async () => {
    const { id } = await create()
    const paused = await bed.send('PATCH', `${base}/${id}`, { isActive: false })
    expect(paused.json()).toMatchObject({ isActive: false, nextRuns: [] })
    await bed.clock.tick(3 * hour)
    await fire()
    expect(await runs()).toBe(0)
    const continued = (await bed.send('PATCH', `${base}/${id}`, { isActive: true })).json<Schedule>()
    expect(new Date(continued.nextRuns[0]!).getTime()).toBe(bed.clock.now() + hour)
  })

  it('is changed, listed and deleted', async () => {
    const { id } = await create()
    const changed = await bed.send('PATCH', `${base}/${id}`, { name: 'Daily', cron: '0 7 * * *' })
    expect(changed.json()).toMatchObject({ name: 'Daily', cron: '0 7 * * *', every: null })
    expect((await bed.send('GET', base)).json()).toEqual([changed.json()])
    expect((await bed.send('DELETE', `${base}/${id}`)).statusCode).toBe(204)
    expect((await bed.send('GET', `${base}/${id}`)).statusCode).toBe(404)
  })
})
