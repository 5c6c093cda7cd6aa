import { newId } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { beginWaiting } from '../executions/waiting/begin-waiting.ts'
import { resumeExecution } from '../executions/waiting/resume-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { claimWaitingNotices } from './claim-waiting-notices.ts'
import { confirmNotices } from './confirm-notices.ts'

const minute = 60_000
const clock = new TestClock('2026-01-02T03:04:05.678Z')
let service: TestApp
let ada: { ownerId: string; keyId: null; ip: string }
beforeAll(async () => {
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(() => {
  ada = { ownerId: newId(), keyId: null, ip: '127.0.0.1' }
})

/** A run that waits, as its runner has it wait. */
async function wait() {
  const { db } = service.database.connectAs('waypost_automation_runner')
  const services = { ...service.services, db }
  const actions = [{ name: 'Ask', type: 'handOver' as const, message: 'Solve the puzzle' }]
  const { id } = await createAutomation(service.services, ada, { name: 'Prices', actions })
  const { executionId } = await triggerAutomation(service.services, ada, id, {})
  const { execution } = (await startExecution(services, executionId))!
  await beginWaiting(services, execution, {
    stepName: 'Ask',
    message: 'Solve the puzzle',
    timeoutMs: 5 * minute,
  })
  return executionId
}
const claim = async () =>
  (await claimWaitingNotices(service.services)).filter(({ ownerId }) => ownerId === ada.ownerId)

test('an owner is told once of a run that waits for them', async () => {
  const executionId = await wait()
  const [notice] = await claim()
  expect(notice).toMatchObject({
    kind: 'execution_waiting',
    executionId,
    automationName: 'Prices',
    message: 'Solve the puzzle',
  })
  expect(await claim()).toEqual([])
  await clock.tick(3 * minute)
  expect(await claim()).toEqual([notice])
  await confirmNotices(service.services, [notice!.id])
  await clock.tick(3 * minute)
  expect(await claim()).toEqual([])
})

test('nobody is told of a run that waits no longer', async () => {
  await resumeExecution(service.services, ada, await wait())
  expect(await claim()).toEqual([])
})

test('an owner is told ten times an hour at most', async () => {
  const { db } = service.services
  for (let count = 0; count < 12; count += 1)
    await endExecution(service.services, await wait(), { error: null })
  const { rows } = await db.execute(
    sql`select from automation.waiting_notices where owner_id = ${ada.ownerId}`,
  )
  expect(rows).toHaveLength(10)
})
