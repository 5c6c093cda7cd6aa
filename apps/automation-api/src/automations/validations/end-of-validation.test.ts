import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endLostExecutions } from '../../executions/end-lost-executions.ts'
import { startDraftBed, steps, type DraftBed } from '../test-drafts.ts'

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
const passed = (...executionIds: string[]) => ({ status: 'passed', error: null, executionIds })
const failed = (error: string, ...executionIds: string[]) => ({ status: 'failed', error, executionIds })

describe('a validation ends with its execution', () => {
  test.each([false, true])('when it is stopped while it runs: %s', async (isRunning) => {
    const { executionId } = await bed.validate(id, { replays: 2 })
    if (isRunning) await bed.start(executionId)
    expect((await bed.send('POST', `/api/v1/automations/${id}/stop`)).statusCode).toBe(202)
    if (isRunning) await bed.end(executionId)
    expect(await read()).toMatchObject({ isDraft: true, validation: failed('Stopped by user', executionId) })
    expect((await bed.send('GET', `/api/v1/automations/${id}/status`)).json()).toEqual({ isRunning: false })
  })

  test('when its runner is lost, even in the second replay', async () => {
    const { executionId } = await bed.validate(id, { replays: 2 })
    await bed.perform(executionId)
    const [, second] = (await read()).validation!.executionIds
    await bed.start(second!)
    await bed.clock.tick(15_001)
    await endLostExecutions(bed.service.services)
    expect(await read()).toMatchObject({
      isDraft: true,
      validation: failed('Runner lost', executionId, second!),
    })
  })

  test('when its automation is deleted, without an event', async () => {
    const { executionId } = await bed.validate(id)
    await bed.start(executionId)
    expect((await bed.send('DELETE', `/api/v1/automations/${id}`)).statusCode).toBe(204)
    expect(await bed.end(executionId)).toBe(false)
    expect(await bed.published()).toEqual([])
  })

  test('and both in one transaction: when the result cannot be stored, nothing has ended', async () => {
    const { executionId } = await bed.validate(id)
    await bed.start(executionId)
    const owner = bed.service.database.connectAsOwner().pool
    await owner.query('revoke update (validation) on automation.automations from waypost_automation_runner')
    await expect(bed.end(executionId)).rejects.toThrow()
    expect(await bed.execution(executionId)).toMatchObject({ status: 'running' })
    await owner.query('grant update (validation) on automation.automations to waypost_automation_runner')
    await bed.end(executionId)
    expect(await read()).toMatchObject({ isDraft: false, validation: passed(executionId) })
  })
})

describe('a change of an automation', () => {
  const changed = [steps[0]!]

  test('of its steps makes a generated automation a draft again', async () => {
    await bed.pass(id)
    const response = await bed.send('PATCH', `/api/v1/automations/${id}`, { actions: changed })
    expect(response.json()).toMatchObject({ version: 2, isDraft: true, validation: null })
    expect(await read()).toEqual(response.json())
  })

  test('of its variables makes it a draft too', async () => {
    await bed.pass(id)
    const variables = { city: { default: 'Oslo' } }
    const response = await bed.send('PATCH', `/api/v1/automations/${id}`, { variables })
    expect(response.json()).toMatchObject({ isDraft: true, validation: null })
  })

  test.each([{ name: 'Another' }, { description: 'of it' }, { screenshots: 'all' }, { actions: steps }])(
    '%j does not make it a draft',
    async (change) => {
      await bed.pass(id)
      const { validation } = await read()
      const response = await bed.send('PATCH', `/api/v1/automations/${id}`, change)
      expect(response.json()).toMatchObject({ isDraft: false, validation })
    },
  )

  test('back to an earlier version makes it a draft when the steps of that version differ', async () => {
    await bed.pass(id)
    await bed.send('PATCH', `/api/v1/automations/${id}`, { name: 'Another' })
    const restore = (version: number) =>
      bed.send('POST', `/api/v1/automations/${id}/versions/${version}/restore`)
    expect((await restore(1)).json()).toMatchObject({ isDraft: false, validation: { status: 'passed' } })
    await bed.send('PATCH', `/api/v1/automations/${id}`, { actions: changed })
    await bed.pass(id)
    expect((await restore(1)).json()).toMatchObject({ version: 5, isDraft: true, validation: null })
  })

  test('of a written automation deletes the validation’s result, and makes no draft', async () => {
    id = await bed.written()
    await bed.pass(id)
    const response = await bed.send('PATCH', `/api/v1/automations/${id}`, { actions: changed })
    expect(response.json()).toMatchObject({ isDraft: false, validation: null })
  })

  test('during a validation leaves the automation a draft, because other steps were validated', async () => {
    const { executionId } = await bed.validate(id)
    await bed.start(executionId)
    await bed.send('PATCH', `/api/v1/automations/${id}`, { actions: changed })
    await bed.end(executionId)
    expect(await bed.execution(executionId)).toMatchObject({ status: 'completed' })
    expect(await read()).toMatchObject({ isDraft: true, validation: null })
  })

  test('between two replays prevents the second', async () => {
    const { executionId } = await bed.validate(id, { replays: 2 })
    await bed.start(executionId)
    await bed.send('PATCH', `/api/v1/automations/${id}`, { actions: changed })
    await bed.end(executionId)
    expect((await bed.send('GET', `/api/v1/executions?automationId=${id}`)).json()).toHaveLength(1)
  })

  test('before the validation begins prevents it, because its end was chosen for other steps', async () => {
    const { executionId } = await bed.validate(id, { stopBefore: 'Send' })
    const renamed = steps.map((step) => (step.name === 'Send' ? { ...step, name: 'Order' } : step))
    await bed.send('PATCH', `/api/v1/automations/${id}`, { actions: renamed })
    expect(await bed.start(executionId)).toBeUndefined()
    expect(await bed.execution(executionId)).toMatchObject({
      status: 'failed',
      error: 'Automation was changed',
    })
    expect(await read()).toMatchObject({ isDraft: true, validation: null })
    expect((await post()).statusCode).toBe(202)
  })
})

test('the state of a validation is part of the ETag, and does not prevent a change', async () => {
  const url = `/api/v1/automations/${id}`
  const tagOf = async () => String((await bed.send('GET', url)).headers['etag'])
  const tags = [await tagOf()]
  const { executionId } = await bed.validate(id)
  tags.push(await tagOf())
  await bed.perform(executionId)
  tags.push(await tagOf())
  await bed.pass(id)
  tags.push(await tagOf())
  expect(new Set(tags).size).toBe(4)
  const known = async (tag: string) =>
    (await bed.send('GET', url, undefined, { 'if-none-match': tag })).statusCode
  expect(await Promise.all(tags.map(known))).toEqual([200, 200, 200, 304])
  const change = async (tag: string, name: string) =>
    (await bed.send('PATCH', url, { name }, { 'if-match': tag })).statusCode
  expect(await change(tags[1]!, 'One')).toBe(200)
  expect(await change(tags[3]!, 'Two')).toBe(412)
})
