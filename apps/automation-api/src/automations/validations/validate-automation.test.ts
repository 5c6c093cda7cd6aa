import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Execution } from '../../executions/execution.ts'
import { openRunVariables } from '../../runner/open-run-variables.ts'
import { startDraftBed, steps, type DraftBed } from '../test-drafts.ts'
import type { StartedValidation } from './validate-automation.ts'

let bed: DraftBed
let id: string

beforeAll(async () => {
  bed = await startDraftBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  id = await bed.generated()
})

const post = (input?: object, more?: object) =>
  bed.send('POST', `/api/v1/automations/${id}/validate`, input, more)
const read = () => bed.automation(id)
const running = (...executionIds: string[]) => ({ status: 'running', error: null, executionIds })
const passed = (...executionIds: string[]) => ({ status: 'passed', error: null, executionIds })
const failed = (error: string, ...executionIds: string[]) => ({ status: 'failed', error, executionIds })

describe('a validation', () => {
  test('returns 202 with its execution and its state', async () => {
    const response = await post()
    expect(response.statusCode).toBe(202)
    const executionId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
    expect(response.json()).toStrictEqual({
      executionId,
      status: 'pending',
      validation: running(executionId),
    })
    expect(await read()).toMatchObject({
      isDraft: true,
      validation: response.json<StartedValidation>().validation,
    })
  })

  test('that passes turns a draft into an automation that may run', async () => {
    const { executionId } = await bed.validate(id)
    await bed.perform(executionId)
    expect(await read()).toMatchObject({ isDraft: false, validation: passed(executionId) })
    expect((await bed.send('POST', `/api/v1/automations/${id}/trigger`)).statusCode).toBe(202)
  })

  test('that fails gives the reason, and the automation stays a draft', async () => {
    const { executionId } = await bed.validate(id)
    await bed.perform(executionId, 'Step "Send" (click) failed: "#send" matches 2 elements, not one')
    const validation = failed('Step "Send" (click) failed: "#send" matches 2 elements, not one', executionId)
    expect(await read()).toMatchObject({ isDraft: true, validation })
  })

  test('can be repeated, and only the latest result counts', async () => {
    await bed.perform((await bed.validate(id)).executionId, 'no')
    const { executionId } = await bed.validate(id)
    expect(await read()).toMatchObject({ validation: running(executionId) })
    await bed.perform(executionId)
    expect(await read()).toMatchObject({ isDraft: false, validation: passed(executionId) })
    // An automation that passed may be validated again, and may still run when that fails.
    await bed.perform((await bed.validate(id)).executionId, 'no')
    expect(await read()).toMatchObject({ isDraft: false, validation: { status: 'failed' } })
  })

  test('of two replays passes after the second; each replay is its own execution, one after the other', async () => {
    const { executionId: first } = await bed.validate(id, { replays: 2 })
    await bed.perform(first)
    const { validation, isDraft } = await read()
    expect([validation!.status, isDraft]).toEqual(['running', true])
    const [one, second] = validation!.executionIds
    expect(one).toBe(first)
    expect(await bed.execution(second!)).toMatchObject({ status: 'pending', isValidation: true })
    await bed.perform(second!)
    expect(await read()).toMatchObject({ isDraft: false, validation: passed(first, second!) })
  })

  test('of two replays ends when the first fails', async () => {
    const { executionId } = await bed.validate(id, { replays: 2 })
    await bed.perform(executionId, 'no')
    expect(await read()).toMatchObject({ isDraft: true, validation: failed('no', executionId) })
  })

  test('of two replays fails when the second fails', async () => {
    const { executionId } = await bed.validate(id, { replays: 2 })
    await bed.perform(executionId)
    const [, second] = (await read()).validation!.executionIds
    await bed.perform(second!, 'not again')
    expect(await read()).toMatchObject({
      isDraft: true,
      validation: failed('not again', executionId, second!),
    })
  })

  test('gives each replay the same values, which are deleted after the last replay', async () => {
    const actions = [{ ...steps[0]!, url: 'https://example.com/${path}' } as (typeof steps)[number]]
    id = await bed.generated(actions)
    const { executionId } = await bed.validate(id, { replays: 2, variables: { path: 'quay' } })
    const valuesOf = async (replay: string) => {
      const started = (await bed.start(replay))!
      const { values } = await openRunVariables(bed.service.services, started.automation, started.execution)
      await bed.end(replay)
      return values
    }
    expect(await valuesOf(executionId)).toEqual({ path: 'quay' })
    const [, second] = (await read()).validation!.executionIds
    expect(await valuesOf(second!)).toEqual({ path: 'quay' })
    const { rows } = await bed.service.database
      .connectAsOwner()
      .pool.query(
        'select from automation.executions where automation_id = $1 and sealed_variables is not null',
        [id],
      )
    expect(rows).toEqual([])
  })

  test('of a written automation is shown, and never makes it a draft', async () => {
    id = await bed.written()
    expect(await read()).toMatchObject({ isDraft: false, validation: null })
    const { executionId } = await bed.validate(id)
    await bed.perform(executionId, 'no')
    expect(await read()).toMatchObject({ isDraft: false, validation: failed('no', executionId) })
    expect((await bed.send('POST', `/api/v1/automations/${id}/trigger`)).statusCode).toBe(202)
  })

  test('counts as running: a second validation or a trigger is a 409', async () => {
    id = await bed.written()
    await bed.validate(id)
    const conflict = { statusCode: 409, message: 'Automation is already running', error: 'Conflict' }
    expect((await post()).json()).toEqual(conflict)
    expect((await bed.send('POST', `/api/v1/automations/${id}/trigger`)).json()).toEqual(conflict)
    expect((await bed.send('GET', `/api/v1/automations/${id}/status`)).json()).toEqual({ isRunning: true })
  })

  test('with an Idempotency-Key starts once', async () => {
    const named = { 'idempotency-key': id }
    const first = await post({ replays: 1 }, named)
    const again = await post({ replays: 1 }, named)
    expect([again.statusCode, again.json()]).toEqual([202, first.json()])
    expect((await post({ replays: 2 }, named)).statusCode).toBe(409)
    expect((await bed.send('GET', `/api/v1/executions?automationId=${id}`)).json()).toHaveLength(1)
  })

  test('is in the audit log', async () => {
    await bed.validate(id)
    const logs = await bed.send('GET', `/api/v1/audit-logs?resourceId=${id}&action=automation.validated`)
    expect(logs.json()).toMatchObject([{ action: 'automation.validated', resourceId: id, result: 'success' }])
  })

  test.each<[input: object, property: string, rule: string, receivedValue: unknown]>([
    [{ replays: 0 }, 'replays', 'min', 0],
    [{ replays: 3 }, 'replays', 'max', 3],
    [{ replays: 1.5 }, 'replays', 'isInt', 1.5],
    [{ stopBefore: 'Pay' }, 'stopBefore', 'isIn', 'Pay'],
    [{ stopBefore: 'Open' }, 'stopBefore', 'isIn', 'Open'],
    [{ stopBefore: '' }, 'stopBefore', 'isNotEmpty', ''],
    [{ variables: { city: 'Oslo' } }, 'variables.city', 'whitelistValidation', '[redacted]'],
    [{ sessionId: 'x' }, 'sessionId', 'isUuid', 'x'],
    [{ saveSession: true }, 'saveSession', 'whitelistValidation', true],
  ])('with %j is refused, and starts nothing', async (input, property, rule, receivedValue) => {
    const response = await post(input)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([
      { property, constraints: { [rule]: expect.any(String) as string }, receivedValue },
    ])
    expect(await read()).toMatchObject({ isDraft: true, validation: null })
    expect((await bed.send('GET', `/api/v1/automations/${id}/status`)).json()).toEqual({ isRunning: false })
  })

  test('requires the same values as a run', async () => {
    id = await bed.generated([{ ...steps[0]!, url: 'https://${host}/' } as (typeof steps)[number]])
    expect((await post()).json()).toMatchObject([{ property: 'variables.host' }])
  })
})

describe('an execution of a validation', () => {
  test('is read like any other, and marked as a validation', async () => {
    const { executionId } = await bed.validate(id)
    expect(await bed.execution(executionId)).toMatchObject({ automationId: id, isValidation: true })
    await bed.perform(executionId)
    const listed = await bed.send('GET', `/api/v1/executions?automationId=${id}`)
    expect(listed.json<Execution[]>()).toMatchObject([{ id: executionId, isValidation: true }])
    expect(listed.headers['x-total-count']).toBe('1')
  })

  test.each<string | null>([null, 'no'])('publishes no event: %s', async (error) => {
    const { executionId } = await bed.validate(id)
    await bed.perform(executionId, error)
    await bed.validate(id)
    await bed.send('POST', `/api/v1/automations/${id}/stop`)
    expect(await bed.published()).toEqual([])
  })

  test('neither waits for a cooldown nor starts one', async () => {
    id = await bed.written()
    const trigger = async () =>
      (await bed.send('POST', `/api/v1/automations/${id}/trigger`)).json<{
        executionId: string
        startsAt: string
      }>()
    await bed.perform((await trigger()).executionId)
    const cooledAt = new Date(bed.clock.now() + 45_000).toISOString()
    await bed.clock.tick(1000)
    const { executionId } = await bed.validate(id)
    const { rows } = await bed.service.database
      .connectAsOwner()
      .pool.query<{ due: boolean }>(
        `select start_after <= created_on due from automation_jobs.job where data ->> 'executionId' = $1`,
        [executionId],
      )
    expect(rows).toEqual([{ due: true }])
    await bed.clock.tick(1000)
    await bed.perform(executionId)
    expect((await trigger()).startsAt).toBe(cooledAt)
  })
})
