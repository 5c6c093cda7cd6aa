import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import { scopes, type Automation, type Execution, type Triggered } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'
import { waitForExecution } from '../wait-for-execution.ts'

let service: ServiceUnderTest
let key: Client
let stranger: Client

beforeAll(async () => {
  service = await startService(['runner'])
  key = await service.key(scopes)
  stranger = await service.key(scopes, service.stranger)
})
afterAll(() => service.close())

const create = async (automation: object) =>
  (await key.post<Automation>('/api/v1/automations', { name: 'Run', ...automation })).body
const run = async (id: string, input: object = {}): Promise<Execution> => {
  const { body } = await key.post<Triggered>(`/api/v1/automations/${id}/trigger`, input)
  return waitForExecution(key, body.executionId, ['completed', 'failed'], 90_000)
}

describe('POST /api/v1/automations/import, GET …/:id/export', () => {
  const recording = {
    title: 'Look at the books',
    steps: [
      { type: 'navigate', url: 'https://example.com/' },
      { type: 'click', selectors: [['aria/Books'], ['#books']], offsetX: 3, offsetY: 4 },
    ],
  }
  test('an imported recording is exported unchanged', async () => {
    const { status, body } = await key.post<Automation>('/api/v1/automations/import', recording)
    expect(status).toBe(201)
    expect((await key.get(`/api/v1/automations/${body.id}/export`)).body).toEqual(recording)
  })
  test.each(['waitForExpression', 'customStep'])('%s is refused by name', async (type) => {
    const steps = [...recording.steps, { type, name: 'other', expression: '1', parameters: {} }]
    const { status, body } = await key.post('/api/v1/automations/import', { ...recording, steps })
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property: 'steps.2.type', receivedValue: type }])
  })
})

describe('${variables}', () => {
  test('a required variable without a value is a 400 on variables.<name>', async () => {
    const { id } = await create({ actions: [{ name: 'open', type: 'navigate', url: 'https://${host}/' }] })
    const { status, body } = await key.post(`/api/v1/automations/${id}/trigger`)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property: 'variables.host', receivedValue: null }])
  })
  test('a variable is filled in at run time', async () => {
    const { id } = await create({
      actions: [
        { name: 'open', type: 'navigate', url: '${page}' },
        { name: 'read', type: 'extractText', selectors: ['.${what}'], output: 'read' },
      ],
      variables: { what: { default: 'price' } },
    })
    const { extractedData } = await run(id, { variables: { page: service.world.pageUrl } })
    expect(extractedData).toEqual({ read: '12.50' })
  })
})

describe('a run', () => {
  let execution: Execution

  beforeAll(async () => {
    const page = service.world.changingPage(`<p></p><script>
      document.querySelector('p').textContent = 'visits: ' + document.cookie
      document.cookie = 'visited=yes; max-age=600'
    </script>`)
    const { id } = await create({
      actions: [
        { name: 'open', type: 'navigate', url: page.url },
        { name: 'read', type: 'extractText', selectors: ['p'], output: 'visits' },
      ],
    })
    execution = await run(id, { saveSession: true })
  })

  test('has for each step the name, type, status, duration, error and screenshot', () => {
    expect(execution.steps).toEqual([
      expect.objectContaining({ name: 'open', type: 'navigate', status: 'completed', error: null }),
      expect.objectContaining({ name: 'read', type: 'extractText', status: 'completed', error: null }),
    ])
    for (const step of execution.steps) expect(step).toMatchObject({ durationMs: expect.any(Number) })
  })
  test('GET …/steps/:n/screenshot returns the screenshot to its owner only', async () => {
    const url = execution.steps[0]!.screenshot!
    expect(url).toBe(`/api/v1/executions/${execution.id}/steps/1/screenshot`)
    const { status, headers } = await key.get(url)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await stranger.get(url)).status).toBe(404)
  })
  test('GET …/events streams server-sent events up to the end', async () => {
    const { status, headers, body } = await key.get<string>(`/api/v1/executions/${execution.id}/events`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(body.match(/^event: \w+$/gm)).toEqual(['event: step', 'event: step', 'event: execution'])
    expect((await stranger.get(`/api/v1/executions/${execution.id}/events`)).status).toBe(404)
  })
  test('saves a session with which a later run can start', async () => {
    const { sessionId, automationId } = execution
    await service.local?.execute('update automation.automations set last_ended_at = null')
    const later = await run(automationId, { sessionId })
    expect(later).toMatchObject({ inputSessionId: sessionId, sessionId: null })
    expect(later.extractedData).toEqual({ visits: 'visits: visited=yes' })
  })
  test('GET /api/v1/sessions and DELETE …/:id know only the owner’s sessions', async () => {
    const { sessionId } = execution
    expect((await stranger.delete(`/api/v1/sessions/${sessionId}`)).status).toBe(404)
    const { body } = await key.get<{ id: string }[]>('/api/v1/sessions?limit=100')
    expect(body.map(({ id }) => id)).toContain(sessionId)
    expect((await key.delete(`/api/v1/sessions/${sessionId}`)).status).toBe(204)
    const refused = await key.post(`/api/v1/automations/${execution.automationId}/trigger`, { sessionId })
    expect(refused).toMatchObject({ status: 404, body: { message: 'Session not found or unauthorized' } })
  })
})
