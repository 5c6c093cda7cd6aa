import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, type TestUpstream } from '../test-upstream.ts'
import { confirmEmailOf } from '../two-factor/test-two-factor.ts'
import { startServiceBed, type ServiceBed } from './test-services.ts'

const subject = 'New API key in your account'

let bed: ServiceBed
let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
let ada: TestBrowser
let email: string

beforeAll(async () => {
  bed = await startServiceBed()
  ;({ automation, alias, dashboard } = bed)
})
afterAll(() => bed.close())
beforeEach(async () => {
  ;({ ada, email } = await bed.reset())
  await confirmEmailOf(dashboard, email)
  alias.routes.set('POST /below/api-keys', (_request, response) =>
    answerJson(response, 201, { data: { apiKey: { id: '1' }, rawKey: 'jm_live_1' } }),
  )
})

const create = (service: string) => ada.post(`/${service}/api-keys`, { name: 'CI', scopes: [] })
const told = async () => (await dashboard.mails(email)).filter((mail) => mail.subject === subject)

test.each(['automation', 'alias'])(
  'the owner is told of a new key for the %s service, and its answer is unchanged',
  async (service) => {
    const answer = await create(service)
    expect([answer.statusCode, answer.body]).toEqual([201, expect.stringContaining('rawKey')])
    const mails = await told()
    expect(mails).toHaveLength(1)
    for (const part of [
      '198.51.100.1',
      `https://dashboard.example/keys/${service}`,
      '2026-11-01T12:00:00.500Z',
    ])
      expect(mails[0]!.bodyText).toContain(part)
    expect(mails[0]!.bodyText).not.toContain('jm_live_1')
  },
)

test('nobody is told of a key that was refused, of one that was answered again, or of the keys of sign-ins', async () => {
  await ada.get('/alias/api-keys')
  expect((await ada.get('/automation/api/v1/automations')).statusCode).toBe(200)
  automation.routes.set('POST /api-keys', (_request, response) => answerJson(response, 400, []))
  await create('automation')
  alias.routes.set('POST /below/api-keys', (_request, response) => {
    response.setHeader('idempotency-replayed', 'true')
    answerJson(response, 201, {})
  })
  await create('alias')
  expect(await told()).toEqual([])
})

test('an address that nobody has confirmed gets no such email', async () => {
  ;({ ada, email } = await bed.reset())
  await create('automation')
  expect(await told()).toEqual([])
})

test('a mailbox gets ten such emails an hour', async () => {
  for (let index = 0; index < 12; index++) expect((await create('alias')).statusCode).toBe(201)
  expect(await told()).toHaveLength(10)
})

test('a key is answered even if the email cannot be queued', async () => {
  const { work } = dashboard.services
  dashboard.services.work = Object.assign(Object.create(work) as typeof work, {
    schema: 'nowhere',
  })
  const answer = await create('alias')
  dashboard.services.work = work
  expect([answer.statusCode, await told()]).toEqual([201, []])
})
