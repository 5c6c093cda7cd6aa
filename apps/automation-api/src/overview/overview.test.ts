import { eq, sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { webhooks } from '../db/tables.ts'
import { schedules } from '../db/schedule-tables.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { openOverviewBed } from './test-overview.ts'

const { bed, clock, openAccount, runner, owner, read, trigger, perform, today } = openOverviewBed()
const dayMs = 86_400_000

test('an account without runs has a zero for each day, no rates, and its limits', async () => {
  const account = await openAccount()
  const { days, limits, ...others } = await read(account, '?days=7')
  expect(days).toHaveLength(7)
  expect(days.at(-1)).toEqual({ date: today(), completed: 0, failed: 0, stopped: 0 })
  expect(limits.automations).toMatchObject({ used: 0 })
  expect(others).toEqual({
    timeZone: 'UTC',
    runs: { completed: 0, failed: 0, stopped: 0, successRate: null, p95DurationMs: null },
    failures: [],
    schedules: [],
    webhooks: { failing: 0, disabled: 0, days: days.map(({ date }) => ({ date, succeeded: 0, failed: 0 })) },
  })
  expect((await read(account)).days).toHaveLength(30)
})

test('a run that was stopped is no failure, whether it ran or waited', async () => {
  const account = await openAccount()
  const [first, second] = await account.automations(2)
  await trigger(account, first!)
  await account.post(`/api/v1/automations/${first}/stop`)
  const running = await trigger(account, second!)
  await startExecution(runner(), running)
  await account.post(`/api/v1/automations/${second}/stop`)
  await endExecution(runner(), running, { error: null })
  const { runs, failures } = await read(account)
  expect(runs).toMatchObject({ completed: 0, failed: 0, stopped: 2, successRate: null })
  expect(failures).toEqual([])
})

test('95 of 100 completed runs took no longer than the duration that is shown, to about a tenth', async () => {
  const account = await openAccount()
  const [first, second] = await account.automations(2)
  for (let made = 0; made < 19; made += 1) await perform(account, first!, null, 10)
  await perform(account, second!, 'It took long to fail', 600)
  const { p95DurationMs } = (await read(account)).runs
  expect(p95DurationMs).toBeGreaterThan(9000)
  expect(p95DurationMs).toBeLessThan(11_000)
  for (let made = 0; made < 2; made += 1) await perform(account, second!, null, 60)
  expect((await read(account)).runs.p95DurationMs).toBeGreaterThan(54_000)
})

test('runs remain counted when their automation is deleted', async () => {
  const account = await openAccount()
  const [id] = await account.automations(1)
  await perform(account, id!, null)
  const { key: headers } = account
  await bed.service.app.inject({ method: 'DELETE', url: `/api/v1/automations/${id}`, headers })
  expect((await read(account)).runs.completed).toBe(1)
})

test('failures are grouped by automation and by errors that differ in numbers alone, those that still fail first', async () => {
  const account = await openAccount()
  const [works, fails] = await account.automations(2)
  await perform(account, fails!, 'No answer within 3000 ms')
  const latest = await perform(account, fails!, 'No answer within 4500 ms')
  await perform(account, works!, 'The page said no')
  await perform(account, works!, null)
  const { failures } = await read(account)
  expect(failures).toHaveLength(2)
  expect(failures[0]).toMatchObject({
    automationId: fails,
    error: 'No answer within 4500 ms',
    count: 2,
    executionId: latest,
    isRecovered: false,
  })
  expect(failures[0]!.firstAt < failures[0]!.lastAt).toBe(true)
  expect(failures[1]).toMatchObject({ automationId: works, error: 'The page said no', isRecovered: true })
  await clock.tick(8 * dayMs)
  expect((await read(account, '?days=7')).failures).toEqual([])
})

test('schedules and webhooks that fail are named and counted, of the account alone', async () => {
  const account = await openAccount()
  const [target] = await account.automations(1)
  const create = async (name: string) =>
    (
      await account.post('/api/v1/schedules', {
        name,
        target: { type: 'automation', id: target },
        every: '1d',
      })
    ).json<{ id: string }>().id
  await create('works')
  const failing = await create('fails')
  const failingSince = new Date(clock.now())
  await owner()
    .update(schedules)
    .set({ failingSince, lastError: 'It broke' })
    .where(eq(schedules.id, failing))
  const { ownerId } = account
  const webhook = {
    url: 'https://a.example',
    events: ['job.failed'],
    sealedSecret: 'x',
    createdAt: failingSince,
  }
  await owner()
    .insert(webhooks)
    .values([
      { id: newId(), ownerId, ...webhook },
      { id: newId(), ownerId, ...webhook, failureCount: 2 },
      { id: newId(), ownerId, ...webhook, failureCount: 5, isActive: false, disabledAt: failingSince },
      { id: newId(), ownerId: 'mallory', ...webhook, failureCount: 2 },
    ])
  expect(await read(account)).toMatchObject({
    schedules: [{ id: failing, name: 'fails', failingSince: failingSince.toISOString(), error: 'It broke' }],
    webhooks: { failing: 1, disabled: 1 },
  })
  await owner().execute(sql`
    insert into automation.webhook_hours (webhook_id, starts_at, attempts, failures, durations)
    select id, ${today()}::timestamptz, 5, 2, '{}' from automation.webhooks where url = 'https://a.example'`)
  expect((await read(account)).webhooks.days.at(-1)).toEqual({ date: today(), succeeded: 9, failed: 6 })
  const other = await openAccount()
  expect(await read(other)).toMatchObject({ schedules: [], failures: [], runs: { completed: 0 } })
})

test.each(['?days=0', '?days=91', '?days=x'])('%s is refused', async (query) => {
  const account = await openAccount()
  const response = await account.get(`/api/v1/overview${query}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject([{ property: 'days' }])
})
