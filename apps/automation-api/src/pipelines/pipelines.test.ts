import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Pipeline } from './pipeline.ts'

let bed: PipelineBed
let one: string
let two: string
const base = '/api/v1/pipelines'

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  one = await bed.automation('one')
  two = await bed.automation('two')
})

const create = async (more: object = {}) =>
  (await bed.send('POST', base, { name: 'Both', automationIds: [one, two], ...more })).json<Pipeline>()
const inject = (method: 'GET' | 'PATCH', id: string, headers: object, payload?: object) =>
  bed.sendWith(headers, method, `${base}/${id}`, payload)
const createOf = (automationIds: string[]) => bed.send('POST', base, { name: 'Many', automationIds })
const now = () => new Date(bed.clock.now()).toISOString()
const refusal = (property: string, rule: string, says: string, receivedValue: unknown) => [
  { property, constraints: { [rule]: `${property} ${says}` }, receivedValue },
]

describe('creating a pipeline', () => {
  test('returns 201 and the record, which by default continues after failures and chains sessions', async () => {
    const response = await bed.send('POST', base, { name: 'Both', automationIds: [two, one] })
    expect(response.statusCode).toBe(201)
    expect(response.headers['etag']).toBe('"1"')
    const written = response.json<Pipeline>()
    expect(written).toStrictEqual({
      id: expect.any(String) as string,
      name: 'Both',
      automationIds: [two, one],
      continueOnFailure: true,
      members: [],
      chainSession: true,
      version: 1,
      createdAt: now(),
      updatedAt: now(),
    })
    expect((await bed.send('GET', `${base}/${written.id}`)).json()).toStrictEqual(written)
  })

  test('accepts other settings', async () => {
    const settings = { continueOnFailure: false, chainSession: false }
    expect(await create(settings)).toMatchObject(settings)
  })

  test.each<[field: object, property: string, rule: string, says: string, receivedValue: unknown]>([
    [{ name: undefined }, 'name', 'isDefined', 'should not be null or undefined', null],
    [{ name: '' }, 'name', 'isNotEmpty', 'should not be empty', ''],
    [
      { name: 'x'.repeat(201) },
      'name',
      'maxLength',
      'must be shorter than or equal to 200 characters',
      `${'x'.repeat(200)}…`,
    ],
    [{ automationIds: undefined }, 'automationIds', 'isDefined', 'should not be null or undefined', null],
    [{ automationIds: [] }, 'automationIds', 'arrayMinSize', 'must contain at least 1 elements', []],
    [{ automationIds: 'x' }, 'automationIds', 'isArray', 'must be an array', 'x'],
    [{ automationIds: ['x'] }, 'automationIds.0', 'isUuid', 'must be a UUID', 'x'],
    [{ continueOnFailure: 'no' }, 'continueOnFailure', 'isBoolean', 'must be a boolean value', 'no'],
    [{ chainSession: 1 }, 'chainSession', 'isBoolean', 'must be a boolean value', 1],
    [{ ownerId: 'bob' }, 'ownerId', 'whitelistValidation', 'should not exist', 'bob'],
  ])('is refused with %j', async (field, property, rule, says, receivedValue) => {
    const response = await bed.send('POST', base, { name: 'Both', automationIds: [one], ...field })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual(refusal(property, rule, says, receivedValue))
  })

  test('is refused with an automation twice, in any spelling, and with more than fifty', async () => {
    const twice = await createOf([one, one.toUpperCase()])
    expect(twice.json()).toMatchObject([
      { property: 'automationIds', constraints: { arrayUnique: 'automationIds must not name one twice' } },
    ])
    const many = await createOf(Array.from({ length: 51 }, () => newId()))
    expect(many.json()).toMatchObject([{ constraints: { arrayMaxSize: expect.any(String) as string } }])
  })

  test('is refused with the index of each automation that is unknown or somebody else’s', async () => {
    const hers = one
    await bed.reset()
    const mine = await bed.automation('mine')
    const nobodys = newId()
    const response = await bed.send('POST', base, { name: 'x', automationIds: [hers, mine, nobodys] })
    expect(response.statusCode).toBe(400)
    const says = 'must be one of your automations'
    expect(response.json()).toStrictEqual([
      ...refusal('automationIds.0', 'isIn', says, hers),
      ...refusal('automationIds.2', 'isIn', says, nobodys),
    ])
    expect((await bed.send('GET', base)).json()).toEqual([])
  })
})

describe('a pipeline', () => {
  test('has an entity tag, and is a 304 for a client that has it', async () => {
    const { id } = await create()
    expect((await bed.send('GET', `${base}/${id}`)).headers['etag']).toBe('"1"')
    const known = await inject('GET', id, { 'if-none-match': '"1"' })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await inject('GET', id, { 'if-none-match': '"2"' })).statusCode).toBe(200)
  })

  test('gets a new version with each change, and none without effect', async () => {
    const { id } = await create()
    await bed.clock.tick(1000)
    const change = { name: 'Second', automationIds: [two], continueOnFailure: false, chainSession: false }
    const response = await inject('PATCH', id, { 'if-match': '"1"' }, change)
    expect(response.statusCode).toBe(200)
    expect(response.headers['etag']).toBe('"2"')
    expect(response.json()).toMatchObject({ ...change, version: 2, updatedAt: now() })
    expect((await inject('PATCH', id, {}, change)).json()).toMatchObject({ version: 2 })
  })

  test('cannot be changed on the basis of an older version', async () => {
    const { id } = await create()
    await inject('PATCH', id, {}, { name: 'Second' })
    const stale = await inject('PATCH', id, { 'if-match': '"1"' }, { name: 'Third' })
    expect(stale.statusCode).toBe(412)
    expect(stale.json()).toMatchObject({ message: 'Pipeline has changed' })
    expect((await bed.send('GET', `${base}/${id}`)).json()).toMatchObject({ name: 'Second' })
  })

  test('cannot be changed to anything that could not be created', async () => {
    const { id } = await create()
    const unknown = newId()
    const refused = await inject('PATCH', id, {}, { automationIds: [one, unknown] })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject([{ property: 'automationIds.1', receivedValue: unknown }])
    const wrong = await inject('PATCH', id, {}, { colour: 'red' })
    expect(wrong.json()).toMatchObject([{ property: 'colour' }])
  })

  test('stays the same for a run under way', async () => {
    const { id } = await create()
    const runId = await bed.trigger(id)
    await inject('PATCH', id, {}, { automationIds: [one], continueOnFailure: false })
    await bed.perform(one, { error: 'no' })
    await bed.perform(two)
    expect(await bed.run(runId)).toMatchObject({ status: 'partial_failed' })
  })

  test('outlives its automations: it can be read and changed, and a trigger names the deleted one', async () => {
    const { id } = await create()
    await bed.send('DELETE', `/api/v1/automations/${two}`)
    expect((await bed.send('GET', `${base}/${id}`)).json()).toMatchObject({ automationIds: [one, two] })
    expect((await inject('PATCH', id, {}, { name: 'Renamed' })).statusCode).toBe(200)
    const response = await bed.send('POST', `${base}/${id}/trigger`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual(
      refusal('automationIds.1', 'isIn', 'must be one of your automations', two),
    )
    expect((await bed.send('GET', `${base}/${id}/status`)).json()).toEqual({ isRunning: false })
    expect((await inject('PATCH', id, {}, { automationIds: [one] })).statusCode).toBe(200)
    await bed.trigger(id)
  })
})

describe('a trigger', () => {
  const conflict = { statusCode: 409, message: 'Pipeline is already running', error: 'Conflict' }

  test('returns 202 and the run', async () => {
    const { id } = await create()
    const response = await bed.send('POST', `${base}/${id}/trigger`)
    expect(response.statusCode).toBe(202)
    const runs = (await bed.send('GET', `/api/v1/pipeline-runs?pipelineId=${id}`)).json<{ id: string }[]>()
    expect(response.json()).toStrictEqual({ pipelineRunId: runs[0]!.id, status: 'pending' })
  })

  test('is refused while a run is active, up to its end', async () => {
    const { id } = await create()
    await bed.trigger(id)
    for (const proceed of [async () => {}, () => bed.start(one)]) {
      await proceed()
      const response = await bed.send('POST', `${base}/${id}/trigger`)
      expect([response.statusCode, response.json()]).toEqual([409, conflict])
    }
  })

  test('starts one run for twenty concurrent triggers', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bed.send('POST', `${base}/${id}/trigger`)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([202, ...Array.from({ length: 19 }, () => 409)])
    expect((await bed.send('GET', '/api/v1/pipeline-runs')).headers['x-total-count']).toBe('1')
    expect((await bed.send('GET', '/api/v1/executions')).headers['x-total-count']).toBe('1')
  })

  test('with a key that was used before starts nothing more, and returns the same response', async () => {
    const { id } = await create()
    const trigger = () => bed.sendWith({ 'idempotency-key': 'go' }, 'POST', `${base}/${id}/trigger`)
    const [first, again] = [await trigger(), await trigger()]
    expect([first.statusCode, again.statusCode]).toEqual([202, 202])
    expect(again.json()).toStrictEqual(first.json())
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  test('with somebody else’s session or an unknown field is refused', async () => {
    const { id } = await create()
    const foreign = await bed.send('POST', `${base}/${id}/trigger`, { sessionId: newId() })
    expect(foreign.statusCode).toBe(404)
    expect(foreign.json()).toMatchObject({ message: 'Session not found or unauthorized' })
    const wrong = await bed.send('POST', `${base}/${id}/trigger`, { when: 'now' })
    expect(wrong.json()).toMatchObject([{ property: 'when' }])
    expect((await bed.send('GET', `${base}/${id}/status`)).json()).toEqual({ isRunning: false })
  })
})

test('each change of a pipeline is in the audit log once', async () => {
  const { id } = await create()
  await inject('PATCH', id, {}, { name: 'Second' })
  await bed.trigger(id)
  await bed.send('POST', `${base}/${id}/stop`)
  await bed.send('DELETE', `${base}/${id}`)
  const response = await bed.send('GET', `/api/v1/audit-logs?resourceId=${id}`)
  const entries = response.json<{ action: string; resourceType: string }[]>()
  expect(entries.map(({ action }) => action)).toEqual(
    ['created', 'updated', 'triggered', 'stopped', 'deleted'].map((verb) => `pipeline.${verb}`).toReversed(),
  )
  expect(entries.every(({ resourceType }) => resourceType === 'pipeline')).toBe(true)
})
