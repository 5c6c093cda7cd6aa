import { beforeEach, describe, expect, test } from 'vitest'
import { password } from '../create-test-dashboard.ts'
import { addPasskeyIn, assertIn } from '../passkeys/test-passkeys.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../passkeys/test-authenticator.ts'
import { openAccountBed } from '../test-account-bed.ts'
import type { TestBrowser } from '../test-browser.ts'
import { challengeIn, codeOf, confirmEmailOf, switchOn } from '../two-factor/test-two-factor.ts'
import { whoIs } from './test-sessions.ts'

const minuteMs = 60_000
const wrong = { statusCode: 401, message: 'The passkey was not accepted', error: 'Unauthorized' }

const bed = openAccountBed()
let phone: TestAuthenticator
beforeEach(async () => {
  phone = createTestAuthenticator()
  await confirmEmailOf(bed.dashboard, bed.email)
})

const enter = (browser: TestBrowser, body: object) => browser.post('/auth/sign-in/passkey', body)

/** Signs in with a passkey alone, in a browser of its own. */
async function signIn(authenticator: TestAuthenticator, address?: string) {
  const browser = bed.dashboard.browser(address)
  return enter(browser, await assertIn(browser, authenticator))
}

describe('a passkey', () => {
  test('signs its account in without a password, and says when it was used', async () => {
    await addPasskeyIn(bed.ada, phone)
    const browser = bed.dashboard.browser()
    const options = await browser.post('/auth/sign-in/passkey-options', {})
    expect(options.json()).toMatchObject({ rpId: 'dashboard.example', userVerification: 'required' })
    expect(options.json().allowCredentials).toBeUndefined()
    const answer = await enter(browser, { response: phone.get(options.json()) })
    expect(answer.json()).toMatchObject({ account: { email: bed.email } })
    expect(await whoIs(browser)).toBe(200)
    const { passkeys } = (await bed.ada.get('/auth/passkeys')).json()
    expect(passkeys[0].lastUsedAt).toBe(new Date(bed.dashboard.services.clock.now()).toISOString())
  })

  test('signs in without a code where two-factor authentication is on', async () => {
    const { secret } = await switchOn(bed.dashboard, bed.ada, bed.email)
    await addPasskeyIn(bed.ada, phone, { code: codeOf(bed.dashboard, secret) })
    expect((await signIn(phone)).statusCode).toBe(200)
  })

  test('that was removed, or that no account has, is refused with the same answer', async () => {
    const { id } = await addPasskeyIn(bed.ada, phone)
    await bed.ada.delete(`/auth/passkeys/${id}`)
    const removed = await signIn(phone)
    expect([removed.json(), removed.cookies]).toEqual([wrong, []])
    const never = createTestAuthenticator()
    never.create((await bed.ada.post('/auth/passkeys/options', { password })).json())
    expect((await signIn(never)).json()).toEqual(wrong)
  })

  test('is refused with the signature of another key, or for another account', async () => {
    await addPasskeyIn(bed.ada, phone)
    const browser = bed.dashboard.browser()
    const given = await assertIn(browser, phone)
    const other = createTestAuthenticator()
    await addPasskeyIn(bed.ada, other)
    const forged = other.get((await browser.post('/auth/sign-in/passkey-options', {})).json())
    expect((await enter(browser, { response: { ...forged, id: given.response.id } })).json()).toEqual(wrong)
    const { response } = await assertIn(browser, phone)
    const userHandle = Buffer.alloc(16, 1).toString('base64url')
    const another = { ...response, response: { ...response.response, userHandle } }
    expect((await enter(browser, { response: another })).json()).toEqual(wrong)
  })

  test.each([
    ['made on a page of another origin', { origin: 'https://elsewhere.example' }],
    ['made for another domain', { rpId: 'elsewhere.example' }],
    ['of a user who was not verified', { isUserVerified: false }],
  ])('is refused with an answer %s', async (_what, options) => {
    const settings = {}
    const authenticator = createTestAuthenticator(settings)
    await addPasskeyIn(bed.ada, authenticator)
    Object.assign(settings, options)
    expect((await signIn(authenticator)).json()).toEqual(wrong)
  })
})

describe('the counter of an authenticator', () => {
  test('that goes backwards tells of a copy, which is refused', async () => {
    const key = createTestAuthenticator({ counts: 1 })
    await addPasskeyIn(bed.ada, key)
    const browser = bed.dashboard.browser()
    const early = await assertIn(browser, key)
    const later = await assertIn(browser, key)
    expect((await enter(browser, later)).statusCode).toBe(200)
    expect((await enter(bed.dashboard.browser(), early)).json()).toEqual(wrong)
    expect((await signIn(key)).statusCode).toBe(200)
  })

  test('may stay at 0, as that of a synchronised passkey does', async () => {
    const synced = createTestAuthenticator({ counts: 0 })
    await addPasskeyIn(bed.ada, synced)
    expect([(await signIn(synced)).statusCode, (await signIn(synced)).statusCode]).toEqual([200, 200])
  })
})

describe('a challenge for a passkey', () => {
  beforeEach(async () => {
    await addPasskeyIn(bed.ada, phone)
  })

  test('is accepted once, also among simultaneous uses', async () => {
    const given = await assertIn(bed.dashboard.browser(), phone)
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(bed.dashboard.browser(), given)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
  })

  test('lasts for five minutes', async () => {
    const browser = bed.dashboard.browser()
    const given = await assertIn(browser, phone)
    bed.dashboard.advance(5 * minuteMs)
    expect((await enter(browser, given)).statusCode).toBe(400)
  })

  test('is made three hundred times for a client in a quarter of an hour', async () => {
    const browser = bed.dashboard.browser('203.0.113.9')
    const ask = async () => (await browser.post('/auth/sign-in/passkey-options', {})).statusCode
    const statuses = await Promise.all(Array.from({ length: 301 }, ask))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    bed.dashboard.advance(15 * minuteMs)
    expect(await ask()).toBe(200)
  })

  test('is made for autofill three hundred times, which leaves those of the button', async () => {
    const browser = bed.dashboard.browser('203.0.113.9')
    const ask = (body: object) => browser.post('/auth/sign-in/passkey-options', body)
    const offer = async () => (await ask({ mediation: 'conditional' })).statusCode
    const statuses = await Promise.all(Array.from({ length: 301 }, offer))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const options = await ask({})
    expect((await enter(browser, { response: phone.get(options.json()) })).statusCode).toBe(200)
  })

  test('that was made for autofill signs in', async () => {
    const browser = bed.dashboard.browser()
    const options = await browser.post('/auth/sign-in/passkey-options', { mediation: 'conditional' })
    expect((await enter(browser, { response: phone.get(options.json()) })).statusCode).toBe(200)
  })
})

describe('a passkey in place of a code', () => {
  let recoveryCodes: string[]
  beforeEach(async () => {
    const switched = await switchOn(bed.dashboard, bed.ada, bed.email)
    const { secret } = switched
    recoveryCodes = switched.recoveryCodes
    await addPasskeyIn(bed.ada, phone, { code: codeOf(bed.dashboard, secret) })
  })

  test('signs in after the password, which says that there is one', async () => {
    const browser = bed.dashboard.browser()
    const first = await browser.post('/auth/sign-in', { email: bed.email, password })
    expect([first.statusCode, first.json().hasPasskeys]).toEqual([202, true])
    const { challenge } = first.json()
    const options = await browser.post('/auth/sign-in/passkey-options', { challenge })
    expect(options.json().allowCredentials).toHaveLength(1)
    const answer = await enter(browser, { challenge, response: phone.get(options.json()) })
    expect(answer.json()).toMatchObject({ account: { email: bed.email } })
  })

  test('is refused when it is of another account', async () => {
    const other = `grace${bed.number}@example.com`
    const grace = await bed.dashboard.signUp(other)
    await confirmEmailOf(bed.dashboard, other)
    const key = createTestAuthenticator()
    await addPasskeyIn(grace, key)
    const browser = bed.dashboard.browser()
    const given = await assertIn(browser, key, await challengeIn(browser, bed.email))
    expect((await enter(browser, given)).json()).toEqual(wrong)
    // Nor does a challenge without a password stand in for one after it, or the other way round.
    const without = await assertIn(browser, phone)
    const challenge = await challengeIn(browser, bed.email)
    expect((await enter(browser, { ...without, challenge })).statusCode).toBe(400)
    const { response } = await assertIn(browser, phone, challenge)
    expect((await enter(browser, { response })).statusCode).toBe(400)
  })

  test('is refused when it has signed the challenge for a new passkey', async () => {
    const code = recoveryCodes[0]
    const options = (await bed.ada.post('/auth/passkeys/options', { password, code })).json()
    const browser = bed.dashboard.browser()
    const challenge = await challengeIn(browser, bed.email)
    expect((await enter(browser, { challenge, response: phone.get(options) })).statusCode).toBe(400)
  })

  test('is refused once the account was signed out everywhere', async () => {
    const browser = bed.dashboard.browser()
    const given = await assertIn(browser, phone, await challengeIn(browser, bed.email))
    expect((await bed.ada.delete('/auth/sessions')).statusCode).toBe(204)
    const late = await enter(browser, given)
    expect([late.statusCode, late.json().message]).toEqual([
      400,
      'Signing in took too long. Enter your password again',
    ])
  })
})

test('wrong passkeys are limited to thirty for a client, who may still be somebody else elsewhere', async () => {
  await addPasskeyIn(bed.ada, phone)
  const never = createTestAuthenticator()
  never.create((await bed.ada.post('/auth/passkeys/options', { password })).json())
  for (let number = 1; number <= 30; number++)
    expect((await signIn(never, '203.0.113.1')).statusCode).toBe(401)
  expect((await signIn(phone, '203.0.113.1')).statusCode).toBe(429)
  expect((await signIn(phone, '203.0.113.2')).statusCode).toBe(200)
})

test('a passkey needs a request of a page of the dashboard', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site' }
  for (const path of ['/auth/sign-in/passkey-options', '/auth/sign-in/passkey'])
    expect((await bed.dashboard.browser().post(path, {}, foreign)).statusCode).toBe(403)
})
