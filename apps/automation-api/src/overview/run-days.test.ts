import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldRunDays } from './fold-run-days.ts'
import { selectFailures } from './list-failures.ts'
import { selectRunDays } from './list-run-days.ts'
import { openOverviewBed } from './test-overview.ts'

const { bed, clock, openAccount, owner, read, perform, today } = openOverviewBed()
const dayMs = 86_400_000
const pages = async (statement: ReturnType<typeof selectRunDays>) => {
  const { rows } = await owner().execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    sql`explain (analyze, buffers, format json) ${statement}`,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
}

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
