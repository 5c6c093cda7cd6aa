import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { TriggeredExecution } from './trigger-automation.ts'

let service: TestApp
let headers: { 'x-api-key': string }
let automation: string
const clock = new TestClock('2026-01-02T03:04:05.678Z')

beforeAll(async () => {
  service = await startTestApp({ clock })
  headers = await service.key('ada', 'automation:read', 'automation:write', 'automation:execute')
})
afterAll(() => service.close())
beforeEach(async () => {
  automation = await create()
})

const create = async () => {
  const payload = { name: 'a', actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }] }
  const response = await service.app.inject({ method: 'POST', url: '/api/v1/automations', headers, payload })
  return response.json<{ id: string }>().id
}
const trigger = (id = automation, payload?: object) =>
  service.app.inject({
    method: 'POST',
    url: `/api/v1/automations/${id}/trigger`,
    headers,
    ...(payload && { payload }),
  })
const accepted = async () => {
  const response = await trigger()
  expect(response.statusCode).toBe(202)
  return response.json<TriggeredExecution>()
}
const isRunning = async () => {
  const response = await service.app.inject({ url: `/api/v1/automations/${automation}/status`, headers })
  return response.json<{ isRunning: boolean }>().isRunning
}
const start = (id: string) => startExecution(service.services, id)
const end = (id: string, error: string | null = null) =>
  endExecution(service.services, id, { error, extractedData: {}, steps: [] })
/** Triggers the automation, runs for `runMs`, and ends the execution. */
const run = async (runMs: number, error: string | null = null) => {
  const { executionId } = await accepted()
  await start(executionId)
  await clock.tick(runMs)
  await end(executionId, error)
}
const jobsOf = async (executionId: string) => {
  const { rows } = await service.database
    .connectAsOwner()
    .pool.query<{ start_after: Date; created_on: Date }>(
      `select start_after, created_on from automation_jobs.job where data ->> 'executionId' = $1`,
      [executionId],
    )
  return rows
}
const inMs = (ms: number) => new Date(clock.now() + ms).toISOString()
const conflict = { statusCode: 409, message: 'Automation is already running', error: 'Conflict' }

describe('a trigger', () => {
  test('returns 202 and its execution, which starts at once when nothing ran before', async () => {
    const response = await trigger()
    expect(response.statusCode).toBe(202)
    expect(response.json()).toStrictEqual({
      executionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      status: 'pending',
      startsAt: inMs(0),
    })
  })

  test('queues one job for a runner, due at once', async () => {
    const { executionId } = await accepted()
    const [job, ...more] = await jobsOf(executionId)
    expect(more).toEqual([])
    expect(job!.start_after.getTime()).toBeLessThanOrEqual(job!.created_on.getTime())
  })

  test('accepts no body, an empty body, and an empty object', async () => {
    const json = { ...headers, 'content-type': 'application/json' }
    for (const payload of ['', '{}', 'null']) {
      const url = `/api/v1/automations/${await create()}/trigger`
      const response = await service.app.inject({ method: 'POST', url, headers: json, payload })
      expect(response.statusCode).toBe(202)
    }
  })

  test('with an unknown field is refused and starts nothing', async () => {
    const response = await trigger(automation, { when: 'now' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      {
        property: 'when',
        constraints: { whitelistValidation: 'when should not exist' },
        receivedValue: 'now',
      },
    ])
    expect(await isRunning()).toBe(false)
  })
})

describe('an automation', () => {
  test('is running from its trigger to its end, and cannot be triggered meanwhile', async () => {
    expect(await isRunning()).toBe(false)
    const { executionId } = await accepted()

    // While it waits for a runner, and while it runs.
    for (const proceed of [async () => {}, () => start(executionId)]) {
      await proceed()
      expect(await isRunning()).toBe(true)
      const response = await trigger()
      expect(response.statusCode).toBe(409)
      expect(response.json()).toStrictEqual(conflict)
    }
    await end(executionId)
    expect(await isRunning()).toBe(false)
    await accepted()
  })

  test('is also running while it waits for the cooldown', async () => {
    await run(1000)
    await accepted()
    expect(await isRunning()).toBe(true)
    expect((await trigger()).json()).toStrictEqual(conflict)
  })

  test('can run while another one runs', async () => {
    await accepted()
    expect((await trigger(await create())).statusCode).toBe(202)
  })

  test('starts exactly once for fifty concurrent triggers', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => trigger()))
    const started = responses.filter(({ statusCode }) => statusCode === 202)
    expect(started).toHaveLength(1)
    const refused = responses.filter((response) => response !== started[0])
    for (const response of refused) {
      expect(response.statusCode).toBe(409)
      expect(response.json()).toStrictEqual(conflict)
    }
    expect(await jobsOf(started[0]!.json<TriggeredExecution>().executionId)).toHaveLength(1)
  })
})

describe('the cooldown', () => {
  test('delays the next execution until 45 s after the end of the last one, however long that took', async () => {
    await run(600_000)
    const { startsAt, executionId } = await accepted()
    expect(startsAt).toBe(inMs(45_000))
    const [job] = await jobsOf(executionId)
    expect(job!.start_after.toISOString()).toBe(startsAt)
  })

  test('also follows a failed execution', async () => {
    await run(1000, 'no such element')
    expect((await accepted()).startsAt).toBe(inMs(45_000))
  })

  test('delays only for its remaining time', async () => {
    await run(1000)
    await clock.tick(44_999)
    expect((await accepted()).startsAt).toBe(inMs(1))
  })

  test.each([45_000, 45_001, 3_600_000])('is over %i ms after the end', async (waitedMs) => {
    await run(1000)
    await clock.tick(waitedMs)
    expect((await accepted()).startsAt).toBe(inMs(0))
  })

  test('starts at the latest end', async () => {
    await run(1000)
    await clock.tick(45_000)
    await run(1000)
    await clock.tick(10_000)
    expect((await accepted()).startsAt).toBe(inMs(35_000))
  })

  test('of one automation does not delay another', async () => {
    await run(1000)
    const response = await trigger(await create())
    expect(response.json<TriggeredExecution>().startsAt).toBe(inMs(0))
  })

  test('is not shortened by editing the automation meanwhile', async () => {
    await run(1000)
    const url = `/api/v1/automations/${automation}`
    await service.app.inject({ method: 'PATCH', url, headers, payload: { name: 'renamed' } })
    expect((await accepted()).startsAt).toBe(inMs(45_000))
  })
})
