import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { foldUsage } from '../limits/fold-usage.ts'
import { defaultLimits } from '../limits/limits.ts'
import { operator } from '../limits/test-accounts.ts'
import { createScheduleClient } from '../schedules/test-schedules.ts'
import { claimQueuedNotices } from './claim-queued-notices.ts'
import { confirmNotices } from './confirm-notices.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const allKinds = ['automation_failing', 'automation_recovered', 'heal_undecided', 'limit_near']

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

const claim = async (kinds = allKinds) =>
  (await claimQueuedNotices(bed.service.services, kinds)).filter(({ ownerId }) => ownerId === bed.ownerId())
const tell = async (kinds = allKinds) => {
  const claimed = await claim(kinds)
  if (claimed.length > 0)
    await confirmNotices(
      bed.service.services,
      claimed.map(({ id }) => id),
    )
  return claimed.map(({ kind }) => kind)
}
const run = async (error: string | null, id = automationId) => {
  await bed.clock.tick(5 * minute)
  await bed.send('POST', `/api/v1/automations/${id}/trigger`)
  return bed.perform(id, { error })
}

const createAutomations = async (count: number) => {
  for (let index = 0; index < count; index += 1) await bed.automation(`Number ${index}`)
}
const setLimits = async (limits: object) => {
  const url = `/admin/accounts/${bed.ownerId()}/limits`
  const response = await bed.service.app.inject({ method: 'PUT', url, headers: operator, payload: limits })
  expect(response.statusCode).toBe(200)
}

describe('the owner of an automation', () => {
  test('is told of the first failure of its runs, and of the next that completes, once each', async () => {
    await run(null)
    expect(await tell()).toEqual([])
    const executionId = await run('No such element')
    await run('Another reason')
    expect(await claim()).toEqual([
      {
        id: expect.any(String) as unknown,
        ownerId: bed.ownerId(),
        kind: 'automation_failing',
        automationId,
        automationName: 'Prices',
        executionId,
        error: 'No such element',
      },
    ])
    await bed.clock.tick(3 * minute)
    expect(await tell()).toEqual(['automation_failing'])
    await run('No such element')
    expect(await tell()).toEqual([])
    await run(null)
    expect(await tell()).toEqual(['automation_recovered'])
    await run(null)
    expect(await tell()).toEqual([])
  })

  test('of which runs fail and complete by turns is told of a failure once an hour, and then of the next', async () => {
    const kinds: string[] = []
    for (let count = 0; count < 10; count += 1) {
      await run(count % 2 === 0 ? 'No such element' : null)
      kinds.push(...(await tell()))
    }
    expect(kinds).toEqual(['automation_failing', 'automation_recovered'])
    await bed.clock.tick(hour)
    await run('No such element')
    expect(await tell()).toEqual(['automation_failing'])
  })

  test('is not told of what they stopped', async () => {
    await bed.clock.tick(5 * minute)
    await bed.send('POST', `/api/v1/automations/${automationId}/trigger`)
    const executionId = await bed.start(automationId)
    await bed.send('POST', `/api/v1/automations/${automationId}/stop`)
    await bed.end(executionId, { error: null })
    expect(await tell()).toEqual([])
  })

  test('is told of the runs of a schedule by the schedule alone', async () => {
    const { create, fire, finish } = createScheduleClient(() => ({ bed, automationId }))
    await create()
    await bed.clock.tick(hour + minute)
    await fire()
    await bed.perform(automationId, { error: 'No such element' })
    await finish()
    expect(await tell()).toEqual([])
    await run('No such element')
    expect(await tell()).toEqual(['automation_failing'])
  })

  test('is told of thirty automations that fail together, and of the others a day later, if they still fail', async () => {
    const ids = await Promise.all(Array.from({ length: 33 }, (_, index) => bed.automation(`Prices ${index}`)))
    for (const id of ids) await run('No such element', id)
    expect(await tell()).toHaveLength(30)
    await bed.clock.tick(day)
    for (const id of ids) await run('No such element', id)
    expect(await tell()).toHaveLength(3)
  })

  test('is told nothing of one that they have deleted', async () => {
    await run('No such element')
    await bed.send('DELETE', `/api/v1/automations/${automationId}`)
    expect(await claim()).toEqual([])
  })
})

describe('a notice', () => {
  test('is claimed by one at a time, and again under the same id if it is not confirmed', async () => {
    await run('No such element')
    const [claims, others] = await Promise.all([claim(), claim()])
    expect([...claims, ...others]).toHaveLength(1)
    expect(await claim()).toEqual([])
    await bed.clock.tick(3 * minute)
    expect(await claim()).toEqual([...claims, ...others])
  })

  test('is claimed by an issuer that knows its kind, and by none once it is a day old', async () => {
    await run('No such element')
    expect(await claim([])).toEqual([])
    expect(await claim(['limit_near'])).toEqual([])
    await bed.clock.tick(day)
    expect(await claim()).toEqual([])
  })
})

describe('the owner of an account', () => {
  test('is told once a week that a limit is nearly reached, from 80 % on', async () => {
    await setLimits({ automations: 20 })
    await createAutomations(14)
    expect(await tell()).toEqual([])
    await createAutomations(1)
    expect(await claim()).toMatchObject([{ kind: 'limit_near', unit: 'automations', used: 16, limit: 20 }])
    await bed.clock.tick(3 * minute)
    expect(await tell()).toEqual(['limit_near'])
    await createAutomations(1)
    expect(await tell()).toEqual([])
    await bed.clock.tick(7 * day)
    await createAutomations(1)
    expect(await tell()).toEqual(['limit_near'])
  })

  test('is told nothing of what was refused, and nothing of a limit below ten', async () => {
    await setLimits({ automations: 9 })
    await createAutomations(8)
    const refused = await bed.send('POST', '/api/v1/automations', { name: 'One more', actions: [] })
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    expect(await tell()).toEqual([])
  })

  test('is told that the bytes or the run minutes of today are nearly used up', async () => {
    const { db } = bed.service.database.connectAsOwner()
    await foldUsage(bed.service.services)
    const today = new Date(bed.clock.now()).toISOString().slice(0, 10)
    const change = (bytes: number, minutes: number) =>
      db.execute(sql`
        insert into automation.usage_changes (owner_id, bytes, run_day, run_ms)
        values (${bed.ownerId()}, ${Math.ceil(bytes)}, ${today}, ${Math.ceil(minutes * minute)})`)
    await change(0.7 * defaultLimits.bytesStored, 0.7 * defaultLimits.runMinutesPerDay)
    await foldUsage(bed.service.services)
    expect(await tell()).toEqual([])
    await change(0.1 * defaultLimits.bytesStored, 0.1 * defaultLimits.runMinutesPerDay)
    await foldUsage(bed.service.services)
    const told = await claim()
    expect(told.map((each) => each.kind === 'limit_near' && each.unit).toSorted()).toEqual([
      'bytes stored',
      'run minutes a day',
    ])
  })
})
