import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { createScheduleClient } from '../schedules/test-schedules.ts'
import { claimNotices } from './claim-notices.ts'
import { confirmNotices } from './confirm-notices.ts'

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

const { create, fire, finish } = createScheduleClient(() => ({ bed, automationId }))
const run = async (error: string | null) => {
  await bed.clock.tick(hour + minute)
  await fire()
  await bed.perform(automationId, { error })
  await finish()
}
const claim = async () =>
  (await claimNotices(bed.service.services)).filter(({ ownerId }) => ownerId === bed.ownerId())
const tell = async () => {
  const claimed = await claim()
  if (claimed.length > 0)
    await confirmNotices(
      bed.service.services,
      claimed.map(({ id }) => id),
    )
  return claimed.map(({ kind }) => kind)
}

test('an owner is told of the first failure of a schedule, and of its next success, once each', async () => {
  const { id } = await create()
  await run(null)
  expect(await tell()).toEqual([])
  await run('No such element')
  expect(await claim()).toMatchObject([
    { kind: 'schedule_failing', scheduleId: id, scheduleName: 'Hourly', error: 'No such element' },
  ])
  await bed.clock.tick(3 * minute)
  expect(await tell()).toEqual(['schedule_failing'])
  await run('No such element')
  expect(await tell()).toEqual([])
  await run(null)
  expect(await tell()).toEqual(['schedule_recovered'])
  await run(null)
  expect(await tell()).toEqual([])
})

test('a notice is claimed by one at a time, and again under the same id if it is not confirmed', async () => {
  await create()
  await run('No such element')
  const [claims, others] = await Promise.all([claim(), claim()])
  expect([...claims, ...others]).toHaveLength(1)
  expect(await claim()).toEqual([])
  await bed.clock.tick(3 * minute)
  expect(await claim()).toEqual([...claims, ...others])
})

test('a schedule that fails and recovers by turns causes one notice an hour', async () => {
  await create({ every: '5m' })
  const kinds: string[] = []
  for (let count = 0; count < 10; count += 1) {
    await bed.clock.tick(5 * minute)
    await fire()
    await bed.perform(automationId, { error: count % 2 === 0 ? 'No such element' : null })
    await finish()
    kinds.push(...(await tell()))
  }
  expect(kinds).toEqual(['schedule_failing'])
})

test('nobody but the issuer of the JWTs claims notices', async () => {
  const { app, issuer, key } = bed.service
  const claimAs = async (headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url: '/notices/claim', headers, payload: {} })).statusCode
  const token = await issuer.token(bed.ownerId())
  expect(await claimAs({})).toBe(401)
  expect(await claimAs({ authorization: `Bearer ${token}` })).toBe(401)
  expect(await claimAs(await key(bed.ownerId(), 'automation:read'))).toBe(401)
  const own = await issuer.token('the issuer', { scope: 'notices' })
  expect(await claimAs({ authorization: `Bearer ${own}` })).toBe(200)
})
