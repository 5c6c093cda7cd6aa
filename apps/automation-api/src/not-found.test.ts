import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scope } from './api-keys/scopes.ts'
import { startTestApp, type TestApp } from './test-app.ts'

type Noun = 'API Key' | 'Webhook' | 'Automation' | 'Execution' | 'Pipeline' | 'Pipeline run' | 'Schedule'

const routes: [method: 'GET' | 'PATCH' | 'DELETE' | 'POST', path: string, noun: Noun][] = [
  ['GET', '/api-keys/:id', 'API Key'],
  ['PATCH', '/api-keys/:id', 'API Key'],
  ['DELETE', '/api-keys/:id', 'API Key'],
  ['GET', '/webhooks/:id', 'Webhook'],
  ['PATCH', '/webhooks/:id', 'Webhook'],
  ['DELETE', '/webhooks/:id', 'Webhook'],
  ['POST', '/webhooks/:id/test', 'Webhook'],
  ['GET', '/api/v1/automations/:id', 'Automation'],
  ['PATCH', '/api/v1/automations/:id', 'Automation'],
  ['DELETE', '/api/v1/automations/:id', 'Automation'],
  ['GET', '/api/v1/automations/:id/status', 'Automation'],
  ['POST', '/api/v1/automations/:id/trigger', 'Automation'],
  ['POST', '/api/v1/automations/:id/validate', 'Automation'],
  ['POST', '/api/v1/automations/:id/stop', 'Automation'],
  ['GET', '/api/v1/automations/:id/versions', 'Automation'],
  ['POST', '/api/v1/automations/:id/versions/1/restore', 'Automation'],
  ['GET', '/api/v1/executions/:id', 'Execution'],
  ['GET', '/api/v1/pipelines/:id', 'Pipeline'],
  ['PATCH', '/api/v1/pipelines/:id', 'Pipeline'],
  ['DELETE', '/api/v1/pipelines/:id', 'Pipeline'],
  ['GET', '/api/v1/pipelines/:id/status', 'Pipeline'],
  ['POST', '/api/v1/pipelines/:id/trigger', 'Pipeline'],
  ['POST', '/api/v1/pipelines/:id/stop', 'Pipeline'],
  ['GET', '/api/v1/pipeline-runs/:id', 'Pipeline run'],
  ['GET', '/api/v1/schedules/:id', 'Schedule'],
  ['PATCH', '/api/v1/schedules/:id', 'Schedule'],
  ['DELETE', '/api/v1/schedules/:id', 'Schedule'],
]

let service: TestApp
let bob: Record<string, string>
/** One of each of ada's resources. */
let adas: Record<Noun, string>

const create = async (url: string, headers: Record<string, string>, payload?: object) => {
  const response = await service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
  expect([201, 202]).toContain(response.statusCode)
  return response.json<Record<string, string> & { apiKey: { _id: string } }>()
}
const readAll = async () => {
  const { rows } = await service.database.connectAsOwner().pool.query(`
    select (select json_agg(to_jsonb(k) - 'last_used_at' order by id) from automation.api_keys k) as keys,
      (select json_agg(w) from automation.webhooks w) as webhooks,
      (select json_agg(a) from automation.automations a) as automations,
      (select json_agg(e) from automation.executions e) as executions,
      (select json_agg(p) from automation.pipelines p) as pipelines,
      (select json_agg(r) from automation.pipeline_runs r) as pipeline_runs,
      (select json_agg(s) from automation.schedules s) as schedules,
      (select count(*) from automation.deliveries) as deliveries`)
  return rows[0] as unknown
}

beforeAll(async () => {
  service = await startTestApp()
  bob = { ...(await service.person('bob')), ...(await service.key('bob', ...scope.options)) }
  const ada = { ...(await service.person('ada')), ...(await service.key('ada', ...scope.options)) }
  const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
  const automation = await create('/api/v1/automations', ada, { name: 'hers', actions })
  const webhook = { name: 'hers', url: 'https://example.com', events: ['automation.failed'] }
  const started = await create(`/api/v1/automations/${automation['id']}/trigger`, ada)
  const grouped = { name: 'hers', automationIds: [automation['id']] }
  const pipeline = await create('/api/v1/pipelines', ada, grouped)
  const run = await create(`/api/v1/pipelines/${pipeline['id']}/trigger`, ada)
  const target = { type: 'automation', id: automation['id'] }
  const schedule = await create('/api/v1/schedules', ada, { name: 'hers', target, every: '1d' })
  adas = {
    'API Key': (await create('/api-keys', ada, { name: 'hers', scopes: ['audit:read'] })).apiKey._id,
    Webhook: (await create('/webhooks', ada, webhook))['_id']!,
    Automation: automation['id']!,
    Execution: started['executionId']!,
    Pipeline: pipeline['id']!,
    'Pipeline run': run['pipelineRunId']!,
    Schedule: schedule['id']!,
  }
})
afterAll(() => service.close())

describe.each(routes)('%s %s', (method, path, noun) => {
  test.each<[whose: string, id: () => string]>([
    ['belongs to somebody else', () => adas[noun]],
    ['belongs to somebody else, in capitals', () => adas[noun].toUpperCase()],
    ['does not exist', () => newId()],
    ['is malformed', () => 'none'],
    ['Postgres rejects', () => `${adas[noun]}0`],
    ['is too long', () => 'a'.repeat(5000)],
  ])('returns the same 404 for an id that %s, and changes nothing', async (_whose, id) => {
    const before = await readAll()
    const payload = method === 'PATCH' ? { name: 'his' } : undefined
    const url = path.replace(':id', id())
    const response = await service.app.inject({ method, url, headers: bob, ...(payload && { payload }) })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      statusCode: 404,
      message: `${noun} not found or unauthorized`,
      error: 'Not Found',
    })
    expect(await readAll()).toEqual(before)
  })
})

test.each([
  '/api-keys',
  '/webhooks',
  '/api/v1/automations',
  '/api/v1/executions',
  '/api/v1/pipelines',
  '/api/v1/pipeline-runs',
  '/api/v1/schedules',
  '/api/v1/audit-logs',
])('%s lists nothing of another owner', async (url) => {
  const response = await service.app.inject({ url, headers: bob })
  expect(response.statusCode).toBe(200)
  for (const id of Object.values(adas)) expect(response.body).not.toContain(id)
})
