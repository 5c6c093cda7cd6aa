import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from '@waypost/testing'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executionFailures } from '../../db/tables.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'
import { endExecution } from '../end-execution.ts'
import { createProgressRecorder } from './progress-recorder.ts'
import { startExecution } from '../start-execution.ts'

let service: TestApp
let origin: string
let headers: Record<string, string>
let automationId: string
let executionId: string

beforeAll(async () => {
  service = await startTestApp()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write', 'automation:execute')
  automationId = (await send('POST', '/automations', { name: 'Read', actions })).json<{ id: string }>().id
  const triggered = await send('POST', `/automations/${automationId}/trigger`)
  executionId = triggered.json<{ executionId: string }>().executionId
})

const actions = [
  { name: 'Open', type: 'navigate', url: 'https://example.com' },
  { name: 'Go', type: 'click', selectors: ['#go'] },
]
const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
  service.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
const asRunner = () => service.database.connectAs('waypost_automation_runner').db
const start = () => startExecution(service.services, executionId)
const record = () => createProgressRecorder({ ...service.services, db: asRunner() }, executionId, actions)

/** Reads server-sent events as they arrive. */
async function watch(more: Record<string, string> = {}) {
  const url = `${origin}/api/v1/executions/${executionId}/events`
  // Its own connection: the service would wait for a pool's idle connections.
  const request = get(url, { headers: { ...headers, ...more }, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]()
  let text = ''
  return {
    response,
    close: () => request.destroy(),
    /** The next event; undefined at the end of the stream. */
    async next(): Promise<{ event: string; data: Record<string, unknown> } | undefined> {
      while (!text.includes('\n\n')) {
        const { value, done } = await chunks.next()
        if (done) return undefined
        text += value as string
      }
      const [block] = text.split('\n\n', 1)
      text = text.slice(block!.length + 2)
      const [, event] = /^event: (\w+)$/m.exec(block!) ?? []
      const [, data] = /^data: (.*)$/m.exec(block!) ?? []
      return { event: event!, data: JSON.parse(data!) as Record<string, unknown> }
    },
  }
}

describe('a watched execution', () => {
  test('streams each step when it begins and when it ends, and ends with the execution', async () => {
    const events = await watch()
    expect(events.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(await events.next()).toMatchObject({ event: 'execution', data: { status: 'pending' } })

    await start()
    const recorder = record()
    Object.assign(recorder.steps[0]!, { status: 'running', startedAt: '2026-01-02T03:04:05.678Z' })
    recorder.changed()
    expect(await events.next()).toMatchObject({
      event: 'step',
      data: {
        number: 1,
        name: 'Open',
        type: 'navigate',
        status: 'running',
        startedAt: '2026-01-02T03:04:05.678Z',
      },
    })
    expect(await events.next()).toMatchObject({ event: 'step', data: { number: 2, status: 'pending' } })
    expect(await events.next()).toMatchObject({ event: 'execution', data: { status: 'running' } })

    Object.assign(recorder.steps[0]!, { status: 'completed', durationMs: 12 })
    recorder.changed()
    expect(await events.next()).toMatchObject({ data: { number: 1, status: 'completed', durationMs: 12 } })

    await recorder.finish()
    await endExecution(service.services, executionId, { error: 'no answer', steps: recorder.steps })
    expect(await events.next()).toMatchObject({ data: { number: 2, status: 'skipped' } })
    expect(await events.next()).toMatchObject({
      event: 'execution',
      data: { status: 'failed', error: 'no answer' },
    })
    expect(await events.next()).toBeUndefined()
  })

  test('streams all earlier events to a late client, and nothing to a client that has received the end', async () => {
    await start()
    await endExecution(service.services, executionId, { error: null, extractedData: { price: '12' } })
    const late = await watch()
    expect(await late.next()).toMatchObject({
      event: 'execution',
      data: { status: 'completed', extractedData: { price: '12' } },
    })
    expect(await late.next()).toBeUndefined()
    expect((await watch({ 'last-event-id': 'end' })).response.statusCode).toBe(204)
  })

  test('streams its end when it is stopped while it waits, and when its automation is deleted', async () => {
    const events = await watch()
    await events.next()
    await send('POST', `/automations/${automationId}/stop`)
    expect(await events.next()).toMatchObject({ data: { status: 'failed', error: 'Stopped by user' } })
  })

  test('can be watched only by its owner', async () => {
    const stranger = await service.key(newId(), 'automation:read')
    expect((await watch(stranger)).response.statusCode).toBe(404)
  })

  test('can be watched by twenty clients at a time, and by another one when one disconnects', async () => {
    const watchers = await Promise.all(Array.from({ length: 20 }, () => watch()))
    await Promise.all(watchers.map((watcher) => watcher.next()))
    expect((await watch()).response.statusCode).toBe(429)
    watchers[0]!.close()
    await waitFor('a place', async () => {
      const watcher = await watch()
      watcher.close()
      return watcher.response.statusCode === 200
    })
  })
})

const getScreenshot = (number: number | string) =>
  send('GET', `/executions/${executionId}/steps/${number}/screenshot`)

describe('a screenshot', () => {
  test('of a step is available during the run, at the step’s link', async () => {
    await start()
    const recorder = record()
    recorder.addScreenshot(0, Buffer.from('a screenshot'))
    const steps = await waitFor('the screenshot', async () => {
      const response = await send('GET', `/executions/${executionId}`)
      const { steps: shown } = response.json<{ steps: { screenshot: string | null }[] }>()
      return typeof shown[0]?.screenshot === 'string' && shown
    })
    expect(steps.map(({ screenshot }) => screenshot)).toEqual([
      `/api/v1/executions/${executionId}/steps/1/screenshot`,
      null,
    ])
    const response = await service.app.inject({ url: steps[0]!.screenshot!, headers })
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'image/jpeg',
      'a screenshot',
    ])
    await recorder.finish()
  })

  test.each([1, 2, 0, 'first'])('that was not taken (%s) is a 404', async (number) => {
    const response = await getScreenshot(number)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ message: 'Screenshot not found or unauthorized' })
  })

  test('is visible only to its owner', async () => {
    await start()
    const recorder = record()
    recorder.addScreenshot(0, Buffer.from('a screenshot'))
    await recorder.finish()
    headers = await service.key(newId(), 'automation:read')
    expect((await getScreenshot(1)).statusCode).toBe(404)
  })
})

test('the state of the page at a failure can be read, only by its owner', async () => {
  const failure = {
    url: 'https://example.com/',
    title: 'Shop',
    accessibilityTree: '- main',
    consoleErrors: ['no'],
  }
  await asRunner()
    .insert(executionFailures)
    .values({ executionId, ...failure })
  const url = `/executions/${executionId}/failure`
  expect((await send('GET', url)).json()).toEqual(failure)
  headers = await service.key(newId(), 'automation:read')
  expect((await send('GET', url)).statusCode).toBe(404)
})
