import { readFile } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { TestClock } from 'pg-boss'
import { expect, test } from 'vitest'
import { webhooks } from '../db/tables.ts'
import { schedules } from '../db/schedule-tables.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { openAccounts } from '../limits/test-accounts.ts'
import { foldRunDays } from './fold-run-days.ts'
import { selectFailures } from './list-failures.ts'
import { selectRunDays } from './list-run-days.ts'
import type { Overview } from './overview.ts'

const clock = new TestClock('2026-03-02T12:00:00.000Z')
const { bed, openAccount } = openAccounts({ clock })
const dayMs = 86_400_000

type Account = Awaited<ReturnType<typeof openAccount>>

const runner = () => ({
  ...bed.service.services,
  db: bed.service.database.connectAs('waypost_automation_runner').db,
})
const owner = () => bed.service.database.connectAsOwner().db
const read = async (account: Account, query = '') =>
  (await account.get(`/api/v1/overview${query}`)).json<Overview>()
const trigger = async ({ post }: Account, id: string) =>
  (await post(`/api/v1/automations/${id}/trigger`)).json<{ executionId: string }>().executionId
/** A run that takes so many seconds; returns its id. */
const perform = async (account: Account, id: string, error: string | null, seconds = 1) => {
  const executionId = await trigger(account, id)
  await startExecution(runner(), executionId)
  await clock.tick(seconds * 1000)
  await endExecution(runner(), executionId, { error })
  return executionId
}
const pages = async (statement: ReturnType<typeof selectRunDays>) => {
  const { rows } = await owner().execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    sql`explain (analyze, buffers, format json) ${statement}`,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
}
const today = () => new Date(clock.now()).toISOString().slice(0, 10)

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

test('runs count once by outcome and day, before and after they are added up', async () => {
  const account = await openAccount()
  const [first, second] = await account.automations(2)
  await perform(account, first!, null)
  await perform(account, second!, 'It broke')
  const before = await read(account)
  expect(before.days.at(-1)).toEqual({ date: today(), completed: 1, failed: 1, stopped: 0 })
  await foldRunDays(bed.service.services)
  await perform(account, first!, null)
  await Promise.all([1, 2, 3].map(() => foldRunDays(bed.service.services)))
  await clock.tick(dayMs)
  await perform(account, second!, null)
  const { days, runs } = await read(account)
  expect(days.slice(-2).map(({ completed, failed }) => [completed, failed])).toEqual([
    [2, 1],
    [1, 0],
  ])
  expect(runs).toMatchObject({ completed: 3, failed: 1, stopped: 0, successRate: 0.75 })
  // A day that is no longer shown does not count.
  expect((await read(account, '?days=1')).runs).toMatchObject({ completed: 1, failed: 0, successRate: 1 })
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

test('runs that ended before they were recorded count once, also when they were recorded meanwhile', async () => {
  const account = await openAccount()
  const [first, second] = await account.automations(2)
  await perform(account, first!, null)
  await perform(account, second!, 'It broke')
  await owner().execute(sql`delete from automation.ended_runs
    where execution_id in (select id from automation.executions where automation_id = ${first})`)
  expect((await read(account)).runs).toMatchObject({ completed: 0, failed: 1 })
  const migration = new URL('../db/migrations/0041-past-run-days.sql', import.meta.url)
  // The migration's clock is the database's, the tests' another.
  const statement = (await readFile(migration, 'utf8')).replace(
    'now()',
    `'${new Date(clock.now()).toISOString()}'::timestamptz`,
  )
  await owner().execute(sql.raw(statement))
  expect((await read(account)).runs).toMatchObject({ completed: 1, failed: 1 })
})

test('days that no overview shows are deleted', async () => {
  const account = await openAccount()
  const [id] = await account.automations(1)
  await perform(account, id!, null)
  await foldRunDays(bed.service.services)
  await clock.tick(101 * dayMs)
  await foldRunDays(bed.service.services)
  const { rows } = await owner().execute(
    sql`select from automation.run_days where owner_id = ${account.ownerId}`,
  )
  expect(rows).toEqual([])
})

test('an overview reads as few pages after fifty thousand runs as after a hundred', async () => {
  const account = await openAccount()
  const [automationId] = await account.automations(1)
  const { ownerId } = account
  const since = new Date(clock.now() - 30 * dayMs)
  const add = async (count: number) => {
    await owner().execute(sql`
      with made as (
        insert into automation.executions (id, owner_id, automation_id, status, error, created_at, starts_at, started_at,
          completed_at, steps)
        select uuidv7(), ${ownerId}, ${automationId}, (array['completed', 'failed'])[1 + number % 2],
          case number % 2 when 1 then 'No answer within ' || number end, ${since}::timestamptz, ${since}, ${since},
          ${since}::timestamptz + number * interval '1 s', '[]'
        from generate_series(1, ${count}::integer) number returning *
      ) insert into automation.ended_runs
        select id, owner_id, (completed_at at time zone 'UTC')::date, status,
          automation.duration_class(started_at, completed_at) from made`)
    for (let folded = 0; folded < count; folded += 10_000) await foldRunDays(bed.service.services)
    for (const table of ['executions', 'ended_runs', 'run_days'])
      await owner().execute(sql`vacuum analyze automation.${sql.identifier(table)}`)
  }
  await add(100)
  await add(50_000)
  expect(await pages(selectRunDays(ownerId, '2026-01-01'))).toBeLessThan(20)
  // 500 runs, by an index.
  expect(await pages(selectFailures(ownerId, since))).toBeLessThan(700)
  expect((await read(account, '?days=90')).runs.failed).toBe(25_050)
})
