import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFault } from '../fuzz/find-fault.ts'
import { makeRequest, sentSecret, type FuzzedRequest } from '../fuzz/make-request.ts'
import { listOperations, type Document } from '../fuzz/open-api.ts'
import { createRandom } from '../fuzz/random.ts'
import { sendBytes } from '../fuzz/send-bytes.ts'
import { scopes, type CreatedApiKey, type Pipeline } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

const seed = 20_260_302
const requestsPerOperation = 200
const clients = 16
// Of any request, whatever it asks for.
const everywhere = [400, 404, 413, 415, 431]

let service: ServiceUnderTest
let document: Document
let pool: Pool
let credentials: { person: Record<string, string>; key: Record<string, string> }
let secrets: string[]
let known: Record<string, Record<string, string>>

beforeAll(async () => {
  service = await startService()
  document = (await service.anonymous.get<Document>('/openapi.json')).body
  pool = new Pool(service.baseUrl, { connections: clients })
  const key = await service.key(scopes)
  credentials = { person: service.person.credentials, key: key.credentials }
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
  secrets = [...Object.values({ ...credentials.person, ...credentials.key }), webhook.secret, sentSecret]
})
afterAll(async () => {
  await pool.close()
  await service.close()
})

async function send({ operation, target, body }: FuzzedRequest): Promise<{ status: number; text: string }> {
  const { statusCode, body: answer } = await pool.request({
    method: operation.method,
    path: target,
    headers: {
      ...(operation.path.startsWith('/api/v1') ? credentials.key : credentials.person),
      ...(body?.contentType !== undefined && { 'content-type': body.contentType }),
    },
    ...(body && { body: body.bytes }),
  })
  return { status: statusCode, text: await answer.text() }
}

test(
  'thousands of requests that fit nothing get documented answers, and none with a secret',
  { timeout: 60_000 },
  async () => {
    const random = createRandom(seed)
    const requests = listOperations(document).flatMap((operation) =>
      Array.from({ length: requestsPerOperation }, () => makeRequest(random, document, operation, known)),
    )
    expect(requests.length).toBeGreaterThan(5000)

    const faults: string[] = []
    const left = requests.values()
    const client = async (): Promise<void> => {
      for (const request of left) {
        const { operation, target, body } = request
        const answer = await send(request)
        const statuses = [...operation.statuses, ...everywhere]
        const fault = findFault(answer, { statuses, secrets })
        if (fault === undefined) continue
        const sent = `${operation.method} ${target.slice(0, 100)} ${body?.bytes.toString().slice(0, 200)}`
        faults.push(`${sent}: ${fault}: ${answer.text.slice(0, 200)}`)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    expect(faults).toEqual([])

    expect((await service.anonymous.get('/readyz')).status).toBe(200)
    expect((await service.person.get(`/webhooks/${known['webhooks']!['id']}`)).status).toBe(200)
  },
)

const head = (line: string, ...fields: string[]) =>
  [line, 'Host: localhost', 'Content-Type: application/json', ...fields, '', ''].join('\r\n')
const post = (...fields: string[]) => head('POST /api-keys HTTP/1.1', ...fields)

describe('what no HTTP client would send', () => {
  const body = `{"name":"${sentSecret}","scopes":["audit:read"]}`

  test.each<[what: string, ...parts: (string | Buffer)[]]>([
    ['a body that is cut off', post('Content-Length: 500'), body],
    ['a body longer than announced', post('Content-Length: 5'), body],
    ['a length that is no number', post('Content-Length: many'), body],
    ['two lengths', post('Content-Length: 5', 'Content-Length: 50'), body],
    [
      'a length and chunks',
      post('Content-Length: 5', 'Transfer-Encoding: chunked'),
      `5\r\n{"a":\r\n0\r\n\r\n`,
    ],
    ['a chunk that is cut off', post('Transfer-Encoding: chunked'), `ff\r\n${body}`],
    ['a chunk of no size', post('Transfer-Encoding: chunked'), `zz\r\n${body}\r\n0\r\n\r\n`],
    ['a method that nobody knows', head('BREW /api-keys HTTP/1.1')],
    ['a space in the path', head('GET /api-keys/a b HTTP/1.1')],
    [
      'bytes in the path',
      Buffer.from('GET /api-keys/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1'),
    ],
    ['NUL in the path', head('GET /api-keys/\0 HTTP/1.1')],
    ['NUL in a header', post('Idempotency-Key: a\0b', `Content-Length: ${body.length}`), body],
    [
      'bytes in the idempotency key',
      Buffer.from(post('Idempotency-Key: \xe9', `Content-Length: 2`), 'latin1'),
      '{}',
    ],
    ['an endless idempotency key', post(`Idempotency-Key: ${'k'.repeat(9000)}`, `Content-Length: 2`), '{}'],
    ['a path without end', head(`GET /api-keys/${'x'.repeat(100_000)} HTTP/1.1`)],
    ['headers without end', post(...Array.from({ length: 5000 }, (_, index) => `X-${index}: ${index}`))],
    ['another version of HTTP', head('GET /api-keys HTTP/9.9')],
    ['no HTTP at all', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01])],
  ])('%s: refused, or hung up on', async (_what, ...parts) => {
    const { authorization } = credentials.person
    const [first, ...rest] = parts.map((part) =>
      typeof part === 'string' ? part.replace('Host:', `Authorization: ${authorization}\r\nHost:`) : part,
    )
    const answer = await sendBytes(service.baseUrl, first!, ...rest)
    const [, status, text] = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n([\s\S]*)$/.exec(answer) ?? []
    if (answer !== '') {
      const statuses = [...everywhere, 401, 405, 505]
      expect(findFault({ status: Number(status), text: text! }, { statuses, secrets })).toBeUndefined()
    }
    expect((await service.anonymous.get('/readyz')).status).toBe(200)
  })
})
