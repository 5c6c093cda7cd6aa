import { createLogger } from '@waypost/http'
import { newId } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startExecution } from './executions/start-execution.ts'
import { maintain, ofApis, ofRunners } from './maintenance.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let service: TestApp
const clock = new TestClock('2026-01-02T03:04:05.678Z')
const logger = createLogger('test', 'fatal')

beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
afterEach(() => void vi.restoreAllMocks())

const ofBoth = [...new Set([...ofApis, ...ofRunners])]
const passMaintenance = () => maintain(service.services, logger, ofBoth)
const count = async (from: string) => {
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute<{ count: number }>(sql`select count(*)::integer from ${sql.raw(from)}`)
  return rows[0]!.count
}
async function loseRun(): Promise<void> {
  const ownerId = newId()
  const headers = await service.key(ownerId, 'automation:write', 'automation:execute')
  const post = async <Answer>(url: string, payload?: object) =>
    (await service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })).json<Answer>()
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  const { id } = await post<{ id: string }>('/api/v1/automations', { name: 'Read', actions })
  const { executionId } = await post<{ executionId: string }>(`/api/v1/automations/${id}/trigger`)
  await startExecution(service.services, executionId)
  await clock.tick(16_000)
}

test('the maintenance finds what there is to do, and asks with one statement where there is nothing', async () => {
  await loseRun()
  const owner = service.database.connectAsOwner().db
  await owner.execute(sql`
    update automation.rate_limits set ends_at = now() - interval '2 minutes';
    insert into automation.run_days (owner_id, day, outcome, duration_class, total)
    values ('ada', '2020-01-01', 'completed', 0, 1)`)
  expect(await count(`automation.executions where status = 'running'`)).toBe(1)
  expect(await count('automation.usage_changes')).toBeGreaterThan(0)
  // The second time for what the first has left: a run that ended.
  await passMaintenance()
  await passMaintenance()
  expect(await count(`automation.executions where error = 'Runner lost'`)).toBe(1)
  expect(await count(`automation.run_days where day < '2021-01-01'`)).toBe(0)
  for (const table of ['usage_changes', 'ended_runs', 'rate_limits'])
    expect([table, await count(`automation.${table}`)]).toEqual([table, 0])

  const execute = vi.spyOn(service.services.db, 'execute')
  const others = (['select', 'selectDistinct', 'delete', 'transaction'] as const).map((name) =>
    vi.spyOn(service.services.db, name),
  )
  await passMaintenance()
  expect(execute).toHaveBeenCalledTimes(1)
  for (const other of others) expect(other).not.toHaveBeenCalled()
})

test('what the maintenance finds something to do among is found by indexes', async () => {
  const owner = service.database.connectAsOwner().db
  for (const { work, among } of ofBoth) {
    const { rows } = await owner.transaction(async (tx) => {
      // An empty table would be read as a whole.
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(sql`explain select exists (${among(service.services)})`)
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect([work.name, plan]).toEqual([work.name, expect.not.stringMatching(/Seq Scan|Filter/)])
  }
})
