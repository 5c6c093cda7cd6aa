import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFault } from '../fuzz/find-fault.ts'
import { sentSecret } from '../fuzz/make-request.ts'
import type { Document } from '../fuzz/open-api.ts'
import { rawRequests } from '../fuzz/raw-requests.ts'
import { malformedStatuses, runFuzz } from '../fuzz/run-fuzz.ts'
import { sendRaw } from '../fuzz/send-raw.ts'
import { scopes, type CreatedApiKey, type Pipeline } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let document: Document
let credentials: {
  person: Record<string, string>
  key: Record<string, string>
  operator: Record<string, string>
}
let secrets: string[]
let known: Record<string, Record<string, string>>

beforeAll(async () => {
  service = await startService()
  document = (await service.anonymous.get<Document>('/openapi.json')).body
  const key = await service.key(scopes)
  credentials = {
    person: service.person.credentials,
    key: key.credentials,
    operator: { authorization: `Bearer ${service.adminToken}` },
  }
  const webhook = await service.webhook(['webhook.test'])
  const automation = await service.automation(key)
  const grouped = { name: 'fuzzed', automationIds: [automation.id] }
  const pipeline = (await key.post<Pipeline>('/api/v1/pipelines', grouped)).body
  const enqueued = { type: 'automation', targetId: automation.id }
  const job = (await key.post<{ jobId: string }>('/api/v1/jobs/enqueue', enqueued)).body
  const { body } = await service.person.post<CreatedApiKey>('/api-keys', { name: 'fuzzed', scopes })
  known = {
    'api-keys': { id: body.apiKey._id },
    webhooks: { id: webhook._id },
    automations: { id: automation.id, version: '1' },
    pipelines: { id: pipeline.id },
    jobs: { id: job.jobId },
  }
  const sent = Object.values(credentials).flatMap((each) => Object.values(each))
  secrets = [...sent, webhook.secret, sentSecret]
})
afterAll(() => service.close())

function isErrorForm(status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (Array.isArray(body)) return status === 400 && body.length > 0 && body.every(isPropertyIssue)
  const { statusCode, message, error, ...rest } = body as Record<string, unknown>
  const isWorded = typeof message === 'string' && typeof error === 'string'
  return statusCode === status && isWorded && Object.keys(rest).length === 0
}

const isPropertyIssue = (issue: object) => Object.keys(issue).join() === 'property,constraints,receivedValue'

test('thousands of malformed requests get documented responses without a secret', async () => {
  const { sent, faults } = await runFuzz({
    baseUrl: service.baseUrl,
    document,
    requestsPerOperation: 80,
    known,
    secrets,
    isErrorForm,
    headersOf({ path }) {
      if (path.startsWith('/admin')) return credentials.operator
      return path.startsWith('/api/v1') ? credentials.key : credentials.person
    },
  })
  expect(sent).toBeGreaterThan(5000)
  expect(faults).toEqual([])

  expect((await service.anonymous.get('/readyz')).status).toBe(200)
  expect((await service.person.get(`/webhooks/${known['webhooks']!['id']}`)).status).toBe(200)
})

describe('a request that no HTTP client would send', () => {
  const body = `{"name":"${sentSecret}","scopes":["audit:read"]}`

  test.each(rawRequests('/api-keys', body))(
    'with %s is refused, or its connection closed',
    async (_what, ...parts) => {
      const answer = await sendRaw(service.baseUrl, credentials.person['authorization']!, parts)
      const statuses = [...malformedStatuses, 401, 405, 505]
      if (answer) expect(findFault(answer, { statuses, secrets, isErrorForm })).toBeUndefined()
      expect((await service.anonymous.get('/readyz')).status).toBe(200)
    },
  )
})
