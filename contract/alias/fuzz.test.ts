import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFault } from '../fuzz/find-fault.ts'
import { sentSecret } from '../fuzz/make-request.ts'
import type { Document } from '../fuzz/open-api.ts'
import { rawRequests } from '../fuzz/raw-requests.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { sendRaw } from '../fuzz/send-raw.ts'
import { remoteService } from '../remote-service.ts'
import { addDomain, addForwardingAddress } from './mail.ts'
import type { ApiKey, Data } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

// The contract's failures but 500, which no request may cause.
const anyFailure = [400, 401, 403, 404, 409, 413, 429, 503]

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
  const key = await service.key()
  credentials = {
    person: service.person.credentials,
    key: key.credentials,
    operator: { authorization: `Bearer ${service.adminToken}` },
  }
  const webhook = await service.webhook(key, ['address.created'])
  const alias = await service.alias(key, { alias: 'fuzzed' })
  const email = await key.post<Data<{ id: string }>>('/api/v1/emails', {
    fromAddressId: alias.id,
    to: 'bob@example.net',
    subject: 'fuzzed',
    body: 'fuzzed',
  })
  await service.key()
  const { data } = (await service.person.get<Data<ApiKey[]>>('/api-keys')).body
  known = {
    'api-keys': { id: data[0]!.id },
    webhooks: { id: webhook.id },
    addresses: { id: alias.id, addressId: alias.id },
    emails: { id: email.body.data.id },
    domains: { id: (await addDomain(key)).id },
    'forwarding-addresses': { id: (await addForwardingAddress(key)).id },
  }
  const sent = Object.values(credentials).flatMap((each) => Object.values(each))
  secrets = [...sent, webhook.secret, sentSecret]
})
afterAll(() => service.close())

function isErrorForm(_status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { error, ...rest } = body as Record<string, unknown>
  return typeof error === 'string' && error !== '' && Object.keys(rest).length === 0
}

// A service at BASE_URL allows 100 requests a minute.
if (!remoteService) {
  test('thousands of malformed requests get documented responses without a secret', async () => {
    const { sent, faults } = await runFuzz({
      baseUrl: service.baseUrl,
      document,
      requestsPerOperation: 80,
      known,
      secrets,
      repeatsSecret: ['createWebhook'],
      isErrorForm,
      headersOf({ path }) {
        if (path.startsWith('/admin')) return credentials.operator
        return path.startsWith('/api/v1') ? credentials.key : credentials.person
      },
    })
    expect(sent).toBeGreaterThan(3000)
    expect(faults).toEqual([])
    expect((await service.anonymous.get('/readyz')).status).toBe(200)
    expect((await service.person.get('/api/v1/account')).status).toBe(200)
  })
}

describe('a request that no HTTP client would send', () => {
  const body = `{"name":"${sentSecret}","scopes":["emails:read"]}`

  test.each(rawRequests('/api-keys', body))(
    'with %s is refused, or its connection closed',
    async (_what, ...parts) => {
      const answer = await sendRaw(service.baseUrl, credentials.person['authorization']!, parts)
      if (answer) expect(findFault(answer, { statuses: anyFailure, secrets, isErrorForm })).toBeUndefined()
      expect((await service.anonymous.get('/readyz')).status).toBe(200)
    },
  )
})
