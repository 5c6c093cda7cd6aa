import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { getAutomationRow } from '../automations/get-automation.ts'
import { listAutomationVersions } from '../automations/versions/list-automation-versions.ts'
import { stopAutomation } from '../automations/stop-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { validateAutomation } from '../automations/validations/validate-automation.ts'
import { learnedElements } from '../db/tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import { ada } from './test-runner.ts'
import { fill, form, openValidationBed, read, send, write } from './test-validations.ts'

const { bed, open, generate, found, execute, validate } = openValidationBed()

describe('two replays', () => {
  const remembering = write(`<p></p><script>
    document.querySelector('p').textContent = 'seen: ' + (document.cookie || localStorage.seen || 'never')
    document.cookie = 'seen=before; max-age=600'
    localStorage.seen = 'before'
  </script>`)

  test('each begin without the state of the other', async () => {
    bed.page = remembering
    await generate(open(), { ...read, selectors: ['p'] })
    const executions = await validate({ replays: 2 })
    expect(executions).toMatchObject([
      { status: 'completed', extractedData: { total: 'seen: never' } },
      { status: 'completed', extractedData: { total: 'seen: never' } },
    ])
    expect(await found()).toMatchObject({
      isDraft: false,
      validation: { status: 'passed', executionIds: executions.map(({ id }) => id) },
    })
  })

  test('each begin with the given session', async () => {
    bed.page = remembering
    await generate(open(), { ...read, selectors: ['p'] })
    await validate()
    const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {
      saveSession: true,
    })
    await execute(executionId)
    const { sessionId } = await getExecution(bed.service.services, ada, executionId)
    const executions = await validate({ replays: 2, sessionId: sessionId! })
    expect(executions).toMatchObject([
      { inputSessionId: sessionId, sessionId: null, extractedData: { total: 'seen: seen=before' } },
      { inputSessionId: sessionId, sessionId: null, extractedData: { total: 'seen: seen=before' } },
    ])
  })

  test('fail where the page differs the second time', async () => {
    await generate(open(), read)
    await validateAutomation(bed.service.services, ada, bed.automationId, { replays: 2 })
    await execute((await found()).validation!.executionIds[0]!)
    bed.page = bed.page.replace('</p>', '</p><p class="total">13 €</p>')
    await execute((await found()).validation!.executionIds[1]!, { inVain: ['read'] })
    const error = 'Step "read" (extractText) failed: ".total" matches 2 elements, not one'
    expect(await found()).toMatchObject({ isDraft: true, validation: { status: 'failed', error } })
  })
})

test('nothing is healed, learned or written back, where a run of the same steps is healed', async () => {
  const actions = [open(), fill, { ...send, selectors: ['#send'] } as Action]
  bed.automationId = (await createAutomation(bed.service.services, ada, { name: 'Order', actions })).id
  const learned = () => {
    const { db } = bed.service.database.connectAs('waypost_automation_runner')
    return db.select().from(learnedElements).orderBy(asc(learnedElements.actionName))
  }
  const causes = async () => {
    const all = { limit: 10, offset: 0 }
    const { items } = await listAutomationVersions(bed.service.services, ada, bed.automationId, all)
    return items.map(({ cause }) => cause)
  }
  const run = async (...inVain: string[]) => {
    bed.service.services.cooldownMs = 0
    const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {})
    await execute(executionId, { inVain })
    return getExecution(bed.service.services, ada, executionId)
  }
  expect(await validate()).toMatchObject([{ status: 'completed' }])
  expect(await learned()).toEqual([])

  await run()
  const known = await learned()
  expect(known.map(({ actionName }) => actionName)).toEqual(['fill', 'send'])
  bed.page = form.replace('id="send"', 'id="b-2"')
  const error = 'Step "send" (click) failed: no element matches the selector within 60000 ms'
  expect(await validate({}, 'send')).toMatchObject([{ status: 'failed', error, selfHealEvents: [] }])
  expect(await learned()).toEqual(known)
  expect(await causes()).toEqual(['created'])

  expect(await run('send')).toMatchObject({
    status: 'completed',
    selfHealEvents: [{ outcome: 'succeeded' }],
  })
  expect(await causes()).toEqual(['healed', 'created'])
})

test('a heal that is written back does not void a validation', async () => {
  await generate(open(), fill, { ...send, selectors: ['#send'] })
  await validate()
  bed.service.services.cooldownMs = 0
  for (const isMoved of [false, true]) {
    bed.page = isMoved ? form.replace('id="send"', 'id="b-2"') : form
    const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {})
    await execute(executionId, { inVain: isMoved ? ['send'] : [] })
    expect(await getExecution(bed.service.services, ada, executionId)).toMatchObject({ status: 'completed' })
  }
  expect(await found()).toMatchObject({ version: 2, isDraft: false, validation: { status: 'passed' } })
})

test('the end of a validation does not change the cooldown', async () => {
  await generate(open(), read)
  await validate()
  expect(await getAutomationRow(bed.service.services, ada, bed.automationId)).toMatchObject({
    lastEndedAt: null,
  })
})

test('a validation that is stopped while it runs fails within a moment', async () => {
  await generate(open(), { ...read, selectors: ['.never'], timeoutMs: 60_000 })
  const { executionId } = await validateAutomation(bed.service.services, ada, bed.automationId, {})
  const running = execute(executionId, { heartbeatMs: 20 })
  await expect
    .poll(async () => (await getExecution(bed.service.services, ada, executionId)).steps[1]?.status)
    .toBe('running')
  await stopAutomation(bed.service.services, ada, bed.automationId)
  await running
  expect(await found()).toMatchObject({
    isDraft: true,
    validation: { status: 'failed', error: 'Stopped by user', executionIds: [executionId] },
  })
})
