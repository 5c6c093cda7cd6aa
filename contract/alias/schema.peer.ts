import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type ServiceUnderTest } from './service-under-test.ts'
import { installSchemathesis, runSchemathesis } from '../schemathesis/run-schemathesis.ts'

const stricter = {
  'GET /api/v1/webhooks/{id}/events': 'a position that an event had',
  'PATCH /api/v1/domains/{id}/rules/{ruleId}': 'a day at least where the alias renews itself',
  'PATCH /api/v1/forwarding-addresses/{id}': 'an OpenPGP key',
  'PATCH /api/v1/webhooks/{id}': 'a URL that a delivery can reach',
  'POST /api/v1/addresses': 'a life that the plan allows',
  'POST /api/v1/addresses/import': 'the columns of the file',
  'POST /api/v1/domains': 'a domain that somebody can register',
  'POST /api/v1/domains/{id}/rules': 'a confirmed mailbox of the account',
  'POST /api/v1/emails': 'files in base64',
  'POST /api/v1/webhooks': 'a filter with a condition',
  'POST /api/v1/webhooks/test-filter': 'names of fields in a filter',
  'PUT /api/v1/addresses/{id}/rules': 'what belongs to an action',
}

let program: string
let service: ServiceUnderTest
beforeAll(async () => {
  program = installSchemathesis()
  service = await startService()
})
afterAll(() => service.close())

// With those of the automation service, 16,000 requests at least: a part that makes fewer has lost operations or phases.
test.each([
  ['a person', '^/(api/v1|api-keys|held-access)', 150, 12_700],
  ['the operator', '^/admin', 100, 840],
])('the alias service answers %s as its document says', async (who, paths, examples, least) => {
  const person = service.person.credentials['authorization']!
  const Authorization = who === 'a person' ? person : `Bearer ${service.adminToken}`
  const given = { baseUrl: service.baseUrl, headers: { Authorization }, paths, examples, stricter }
  const { sent, unexpected } = await runSchemathesis(program, given)
  expect(unexpected).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(least)
})
