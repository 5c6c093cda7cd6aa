import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { stopAutomation } from '../automations/stop-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { deliveries, executions } from '../db/tables.ts'
import { ada, openRunnerBed } from './test-runner.ts'

const { bed, execute } = openRunnerBed({
  url: 'https://hooks.test/',
  events: ['execution.waiting', 'automation.completed', 'automation.failed'],
})
let headers: Record<string, string>
beforeEach(async () => {
  bed.page = '<h1>Puzzle</h1>'
  headers = await bed.service.key(ada.ownerId, 'automation:read', 'automation:execute')
})

const handOver: Action = {
  type: 'handOver',
  name: 'Solve it',
  message: 'Solve <the> puzzle',
  timeoutMs: 600_000,
}
const read: Action = { type: 'extractText', name: 'Read', selectors: ['h1'], output: 'title' }

const rowOf = async (id: string) => {
  const [row] = await bed.service.services.db.select().from(executions).where(eq(executions.id, id))
  return row!
}
const eventsOf = async () => {
  const rows = await bed.service.services.db.select().from(deliveries)
  return rows.map(({ event, body }) => ({ event, data: (JSON.parse(body) as { data: object }).data }))
}

/** Starts a run, by default one that is handed over. */
async function start(action: Action = handOver, options: Parameters<typeof execute>[1] = {}) {
  const { services } = bed.service
  const actions: Action[] = [{ type: 'navigate', name: 'Open', url: bed.site.url }, action, read]
  const { id } = await createAutomation(services, ada, { name: newId(), actions })
  const { executionId } = await triggerAutomation(services, ada, id, {})
  return { id, executionId, ended: execute(executionId, options) }
}
/** Starts a run that is handed over, and waits until it waits. */
async function startWaiting(options: Parameters<typeof execute>[1] = {}) {
  const started = await start(handOver, options)
  await waitFor('the run to wait', async () => (await rowOf(started.executionId)).waiting !== null)
  return started
}
const resume = (executionId: string, by = headers) =>
  bed.service.app.inject({ method: 'POST', url: `/api/v1/executions/${executionId}/resume`, headers: by })

describe('a run that is handed over to a person', () => {
  test('waits, says so in its execution and an event, and goes on once it is given back', async () => {
    const { executionId, ended } = await startWaiting()
    const url = `/api/v1/executions/${executionId}`
    const shown = (await bed.service.app.inject({ method: 'GET', url, headers })).json<object>()
    const waiting = { stepName: 'Solve it', message: 'Solve <the> puzzle' }
    expect(shown).toMatchObject({ status: 'running', waiting })
    expect(await eventsOf()).toMatchObject([
      {
        event: 'execution.waiting',
        data: { executionId, ...waiting, url: expect.stringMatching(/^\/hand-over\?token=/) as string },
      },
    ])
    expect((await resume(executionId)).json()).toEqual({ executionId, status: 'running' })
    await ended
    expect(await rowOf(executionId)).toMatchObject({
      error: null,
      waiting: null,
      extractedData: { title: 'Puzzle' },
    })
    const after = (await bed.service.app.inject({ method: 'GET', url, headers })).json<object>()
    expect(after).not.toHaveProperty('waiting')
  })

  test('is given back once, and only while it waits', async () => {
    const { executionId, ended } = await startWaiting()
    expect((await resume(executionId)).statusCode).toBe(200)
    expect((await resume(executionId)).json()).toMatchObject({
      statusCode: 409,
      message: 'Execution is not waiting',
    })
    await ended
    expect((await resume(executionId)).statusCode).toBe(409)
  })

  test('is given back by its owner, with a key that may start runs', async () => {
    const { executionId, ended } = await startWaiting()
    const stranger = await bed.service.key(newId(), 'automation:execute')
    expect((await resume(executionId, stranger)).statusCode).toBe(404)
    const reader = await bed.service.key(ada.ownerId, 'automation:read')
    expect((await resume(executionId, reader)).statusCode).toBe(403)
    expect((await resume(executionId, {})).statusCode).toBe(401)
    expect((await rowOf(executionId)).resumedAt).toBeNull()
    await resume(executionId)
    await ended
  })

  test('is given back by the button behind the link of its event, and not by opening it', async () => {
    const { executionId, ended } = await startWaiting()
    const [event] = await eventsOf()
    const { url } = event!.data as { url: string }
    const page = await bed.service.app.inject({ method: 'GET', url })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Solve &#60;the&#62; puzzle')
    expect((await rowOf(executionId)).resumedAt).toBeNull()
    const button = {
      method: 'POST' as const,
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    }
    expect((await bed.service.app.inject(button)).body).toContain('The run continues')
    await ended
    expect(await rowOf(executionId)).toMatchObject({ status: 'completed' })
    expect((await bed.service.app.inject(button)).statusCode).toBe(404)
    expect((await bed.service.app.inject({ method: 'GET', url: '/hand-over?token=none' })).statusCode).toBe(
      404,
    )
  })

  test('fails where nobody gives it back in time', async () => {
    const { executionId, ended } = await start({ ...handOver, timeoutMs: 300 })
    await ended
    expect(await rowOf(executionId)).toMatchObject({
      status: 'failed',
      waiting: null,
      error: expect.stringMatching(
        /^Step "Solve it" \(handOver\) failed: nobody gave the run back/,
      ) as string,
    })
  })

  test('ends as others do when it is stopped', async () => {
    const { id, executionId, ended } = await startWaiting()
    await stopAutomation(bed.service.services, ada, id)
    await ended
    expect(await rowOf(executionId)).toMatchObject({ error: 'Stopped by user', waiting: null })
    expect((await eventsOf()).map(({ event }) => event).toSorted()).toEqual([
      'automation.failed',
      'execution.waiting',
    ])
  })

  test('uses up neither the time of the run nor its place', async () => {
    const places: string[] = []
    const lend = () => {
      places.push('lent')
      return () => void places.push('taken back')
    }
    // Several times what the same run takes on this machine, at its load, where nobody is waited for.
    const begunAt = performance.now()
    await (
      await start(read)
    ).ended
    const runTimeoutMs = Math.max(2000, 5 * (performance.now() - begunAt))
    const { executionId, ended } = await startWaiting({ runTimeoutMs, lend })
    expect(places).toEqual(['lent'])
    // The run would be over by then: nothing of its time is used up while it waits.
    const waitedFrom = performance.now()
    await waitFor('its time', () => performance.now() - waitedFrom > runTimeoutMs + 200, Infinity)
    await resume(executionId)
    await ended
    expect(places).toEqual(['lent', 'taken back'])
    expect(await rowOf(executionId)).toMatchObject({ error: null })
  })

  test('is one of at most five of its account', async () => {
    const waiting = await Promise.all(Array.from({ length: 5 }, () => startWaiting()))
    const { services } = bed.service
    const { id } = await createAutomation(services, ada, { name: newId(), actions: [handOver] })
    const { executionId } = await triggerAutomation(services, ada, id, {})
    await execute(executionId)
    expect((await rowOf(executionId)).error).toContain('5 runs wait for a person already')
    for (const each of waiting) await resume(each.executionId)
    await Promise.all(waiting.map(({ ended }) => ended))
  })
})
