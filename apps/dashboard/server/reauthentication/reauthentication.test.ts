import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, type TestDashboard } from '../create-test-dashboard.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../passkeys/test-authenticator.ts'
import { addPasskeyIn, assertIn } from '../passkeys/test-passkeys.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson } from '../test-upstream.ts'
import { codeOf, confirmEmailOf, switchOn } from '../two-factor/test-two-factor.ts'
import { startServiceBed, type ServiceBed } from '../upstreams/test-services.ts'

const tenMinutesMs = 10 * 60_000

let bed: ServiceBed
let dashboard: TestDashboard
let ada: TestBrowser
let email: string
beforeAll(async () => {
  bed = await startServiceBed()
  ;({ dashboard } = bed)
})
afterAll(() => bed.close())
beforeEach(async () => {
  ;({ ada, email } = await bed.reset())
  await confirmEmailOf(dashboard, email)
  for (const { routes } of [bed.automation, bed.alias])
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
      routes.set(`${method} *`, (_request, response) => answerJson(response, 200, {}))
})

const send = (method: string, url: string, browser = ada) =>
  dashboard.app.inject({
    method: method as 'POST',
    url,
    headers: {
      cookie: browser.cookie!,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    payload: '{}',
  })
const createKey = (browser = ada) => send('POST', '/alias/api-keys', browser)
const reauthenticate = (proof: object, browser = ada) => browser.post('/auth/reauthenticate', proof)
const methods = async () => (await ada.get('/auth/reauthenticate')).json().methods
/** Answers of the key route before and after, to see whether the proof was taken. */
const statusAfter = async (proof: object) => {
  expect((await createKey()).statusCode).toBe(403)
  const { statusCode } = await reauthenticate(proof)
  return [statusCode, (await createKey()).statusCode]
}
const ask = async (browser = ada) => (await browser.post('/auth/reauthenticate/passkey-options')).json()
const outlast = () => dashboard.advance(tenMinutesMs + 1)

const guarded = [
  ['POST', '/automation/api-keys'],
  ['PATCH', '/automation/api-keys/1'],
  ['POST', '/automation/webhooks'],
  ['PATCH', '/automation/webhooks/1'],
  ['POST', '/automation/held-access/1/keep'],
  ['POST', '/alias/api-keys'],
  ['POST', '/alias/api/v1/webhooks'],
  ['PATCH', '/alias/api/v1/webhooks/1'],
  ['POST', '/alias/held-access/1/keep'],
  ['POST', '/alias/api/v1/forwarding-addresses'],
  ['PATCH', '/alias/api/v1/addresses/1/forwarding'],
  ['PUT', '/alias/api/v1/addresses/1/rules'],
  ['PUT', '/alias/api/v1/addresses/1/rule%73'],
  ['POST', '/alias/api/v1/domains/1/rules'],
  ['PATCH', '/alias/api/v1/domains/1/rules/2'],
  ['POST', '/alias/api/v1/webhooks?a=b'],
  ['POST', '/alias/api/v1/webhooks/'],
  ['POST', '/alias/api/v1//webhooks'],
  ['POST', '/alias/api/v1/%77ebhooks'],
  ['PATCH', '/alias/api/v1/webhook%73/1'],
  ['POST', '/alias/api/v1/x/../webhooks'],
] as const

describe('ten minutes after the sign-in', () => {
  test.each(guarded)('%s %s is refused, and reaches no service', async (method, url) => {
    dashboard.advance(tenMinutesMs)
    expect((await send(method, url)).statusCode).toBeLessThan(300)
    const reached = bed.automation.calls.length + bed.alias.calls.length
    dashboard.advance(1)
    const answer = await send(method, url)
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'Confirm that it is you, then try again',
    ])
    expect(answer.headers['waypost-reauthenticate']).toBe('required')
    expect(bed.automation.calls.length + bed.alias.calls.length).toBe(reached)
  })

  test.each([
    ['GET', '/alias/api-keys'],
    ['DELETE', '/alias/api-keys/1'],
    ['POST', '/automation/webhooks/1/test'],
    ['POST', '/alias/api/v1/webhooks/1/recover'],
    ['POST', '/alias/api/v1/webhooks/test-filter'],
    ['DELETE', '/alias/api/v1/webhooks/1'],
    ['POST', '/automation/api/v1/automations'],
    ['PATCH', '/alias/api/v1/addresses/1'],
    ['DELETE', '/alias/api/v1/forwarding-addresses/1'],
    ['POST', '/alias/api/v1/domains/1/rules/match'],
    ['DELETE', '/alias/api/v1/domains/1/rules/2'],
  ])('%s %s is passed on', async (method, url) => {
    outlast()
    expect((await send(method, url)).statusCode).toBe(200)
  })

  test('a passkey is neither renamed nor removed', async () => {
    const { id } = await addPasskeyIn(ada, createTestAuthenticator())
    const rename = () => ada.patch(`/auth/passkeys/${id}`, { name: 'Old phone' })
    const remove = () => ada.delete(`/auth/passkeys/${id}`)
    outlast()
    for (const refused of [await rename(), await remove()])
      expect([refused.statusCode, refused.headers['waypost-reauthenticate']]).toEqual([403, 'required'])
    const { passkeys } = (await ada.get('/auth/passkeys')).json()
    expect(passkeys).toMatchObject([{ id, name: 'Phone' }])
    await reauthenticate({ password })
    expect([(await rename()).statusCode, (await remove()).statusCode]).toEqual([200, 204])
  })

  test('a session that a version before this one began counts from its start', async () => {
    await dashboard.database
      .connectAsOwner()
      .db.execute(sql`update accounts.sessions set authenticated_at = null`)
    expect((await createKey()).statusCode).toBe(200)
    outlast()
    expect(await statusAfter({ password })).toEqual([204, 200])
  })
})

describe('the password', () => {
  test('confirms one session for ten minutes', async () => {
    const other = dashboard.browser()
    await other.post('/auth/sign-in', { email, password })
    outlast()
    expect(await methods()).toEqual(['password'])
    expect(await statusAfter({ password })).toEqual([204, 200])
    expect((await createKey(other)).statusCode).toBe(403)
    outlast()
    expect((await createKey()).statusCode).toBe(403)
  })

  test('that is wrong confirms nothing, and is limited like one at the sign-in', async () => {
    outlast()
    for (let number = 1; number <= 10; number++) {
      const wrong = await reauthenticate({ password: 'not the one' })
      expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'The password is wrong'])
      expect(wrong.headers['waypost-reauthenticate']).toBeUndefined()
    }
    expect((await reauthenticate({ password })).statusCode).toBe(429)
    expect((await createKey()).statusCode).toBe(403)
  })

  test('is not enough where two-factor authentication is on', async () => {
    await switchOn(dashboard, ada, email)
    outlast()
    expect(await statusAfter({ password })).toEqual([403, 403])
  })
})

describe('a code', () => {
  test('confirms once, of the app or a recovery code', async () => {
    const { secret, recoveryCodes } = await switchOn(dashboard, ada, email)
    outlast()
    expect(await methods()).toEqual(['code'])
    const code = codeOf(dashboard, secret)
    expect(await statusAfter({ code })).toEqual([204, 200])
    expect((await reauthenticate({ code })).statusCode).toBe(403)
    outlast()
    expect(await statusAfter({ code: recoveryCodes[0] })).toEqual([204, 200])
    outlast()
    expect(await statusAfter({ code: recoveryCodes[0] })).toEqual([403, 403])
  })

  test('confirms nothing where two-factor authentication is off', async () => {
    outlast()
    expect(await statusAfter({ code: '123456' })).toEqual([409, 403])
  })
})

describe('a passkey', () => {
  let phone: TestAuthenticator
  beforeEach(async () => {
    phone = createTestAuthenticator()
    await addPasskeyIn(ada, phone)
    outlast()
  })

  test('confirms, once for a challenge', async () => {
    expect(await methods()).toEqual(['password', 'passkey'])
    const options = await ask()
    expect(options.allowCredentials).toHaveLength(1)
    const response = phone.get(options)
    expect(await statusAfter({ response })).toEqual([204, 200])
    expect((await reauthenticate({ response })).statusCode).toBe(400)
  })

  test('of another account, or with the challenge of a sign-in, confirms nothing', async () => {
    const other = `grace-${email}`
    const grace = await dashboard.signUp(other)
    await confirmEmailOf(dashboard, other)
    const key = createTestAuthenticator()
    await addPasskeyIn(grace, key)
    expect(await statusAfter({ response: key.get(await ask()) })).toEqual([403, 403])
    expect(await statusAfter({ response: phone.get(await ask(grace)) })).toEqual([400, 403])
    const { response } = await assertIn(dashboard.browser(), phone)
    expect(await statusAfter({ response })).toEqual([400, 403])
  })
})

test.each([{}, { password, code: '123456' }, { password: '' }])(
  '%j is no proof, and signed out nothing is',
  async (proof) => {
    expect((await reauthenticate(proof)).statusCode).toBe(400)
    expect((await reauthenticate({ password }, dashboard.browser())).statusCode).toBe(401)
  },
)
