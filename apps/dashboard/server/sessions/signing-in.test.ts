import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { signInWith, whoIs } from './test-sessions.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())

let ada: TestBrowser
let email: string
let accounts = 0
beforeEach(async () => {
  await dashboard.empty()
  email = `ada${++accounts}@example.com`
  ada = await dashboard.signUp(email)
})

const signIn = signInWith(() => ({ dashboard, email }))

describe('signing in', () => {
  test('returns the signed-in account, and no token in the body', async () => {
    const browser = dashboard.browser()
    const answer = await browser.post('/auth/sign-in', { email: email.toUpperCase(), password })
    expect(answer.json()).toEqual({
      account: { id: expect.any(String), email, emailConfirmed: false, createdAt: expect.any(String) },
      session: { id: expect.any(String), createdAt: expect.any(String), expiresAt: expect.any(String) },
    })
    expect(answer.body).not.toContain(browser.cookie!.split('=')[1])
    expect((await browser.get('/auth/session')).json()).toEqual(answer.json())
  })

  test('sets a cookie that scripts, other sites, plain connections and other hosts cannot read', async () => {
    const answer = await dashboard.browser().post('/auth/sign-in', { email, password })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-waypost=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=1209600$/,
      ),
      expect.stringMatching(
        /^__Host-waypost-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=31536000$/,
      ),
    ])
  })

  test('sets a new cookie, whichever cookie the browser sent', async () => {
    const browser = dashboard.browser()
    browser.cookie = `__Host-waypost=${'A'.repeat(43)}`
    await signIn(browser)
    const first = browser.cookie
    await signIn(browser)
    expect(new Set([first, browser.cookie, `__Host-waypost=${'A'.repeat(43)}`]).size).toBe(3)
  })

  test('ends the previous session of the browser, but only on success', async () => {
    const { cookie } = ada
    await ada.post('/auth/sign-in', { email, password: 'wrong' })
    expect(await whoIs(ada)).toBe(200)
    await ada.post('/auth/sign-up', { email: 'another@example.com', password })
    const former = dashboard.browser()
    former.cookie = cookie
    expect([await whoIs(ada), await whoIs(former)]).toEqual([200, 401])
  })

  test('refuses a wrong password and an unknown address with the same message, and sets no cookie', async () => {
    const browser = dashboard.browser()
    const wrong = await browser.post('/auth/sign-in', { email, password: 'not the one' })
    const unknown = await browser.post('/auth/sign-in', { email: 'nobody@example.com', password })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(unknown.body).toBe(wrong.body)
    expect(browser.cookie).toBeUndefined()
  })

  test('counts failures together with those of the token routes', async () => {
    const browser = dashboard.browser()
    for (let index = 0; index < 5; index++) {
      await browser.post('/auth/sign-in', { email, password: `wrong ${index}` })
      await dashboard.post('/auth/login', { email, password: `wrong ${index}` })
    }
    const refused = await browser.post('/auth/sign-in', { email, password })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
  })

  test('refuses a password that was changed while it was checked', async () => {
    const { passwords } = dashboard.services
    dashboard.services.passwords = {
      ...passwords,
      async verify(...given) {
        const isRight = await passwords.verify(...given)
        await dashboard.database
          .connectAsOwner()
          .db.execute(sql`update accounts.accounts set password_hash = 'another' where email = ${email}`)
        return isRight
      },
    }
    const browser = dashboard.browser()
    const signedIn = await browser.post('/auth/sign-in', { email, password })
    dashboard.services.passwords = passwords
    expect(signedIn.statusCode).toBe(401)
    expect(browser.cookie).toBeUndefined()
  })
})

describe('signing up', () => {
  test('creates an account and signs in', async () => {
    const browser = dashboard.browser()
    const answer = await browser.post('/auth/sign-up', { email: 'new@example.com', password })
    expect(answer.statusCode).toBe(201)
    expect(await whoIs(browser)).toBe(200)
  })

  test('refuses a registered address and does not sign in', async () => {
    const browser = dashboard.browser()
    const answer = await browser.post('/auth/sign-up', { email, password: 'another one' })
    expect(answer.statusCode).toBe(409)
    expect(browser.cookie).toBeUndefined()
  })

  test.each([
    ['a short password', { email: 'x@example.com', password: 'short' }, 'password'],
    ['no address', { email: 'x', password }, 'email'],
    ['more than it should have', { email: 'x@example.com', password, plan: 'business' }, 'plan'],
  ])('refuses %s', async (_what, body, property) => {
    const answer = await dashboard.browser().post('/auth/sign-up', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual([expect.objectContaining({ property })])
  })
})

describe('signing out', () => {
  test('ends the session on the server and deletes the cookie', async () => {
    const { cookie } = ada
    const answer = await ada.delete('/auth/session')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-waypost=; .*Max-Age=0$/)
    ada.cookie = cookie
    expect(await whoIs(ada)).toBe(401)
    expect((await ada.delete('/auth/session')).statusCode).toBe(204)
  })

  test('leaves other browsers signed in', async () => {
    const other = await signIn()
    await ada.delete('/auth/session')
    expect(await whoIs(other)).toBe(200)
  })

  test('everywhere ends every session and every token login of the account, and of no other account', async () => {
    const other = await signIn()
    const grace = await dashboard.signUp(`grace${accounts}@example.com`)
    const { refreshToken } = (await dashboard.post('/auth/login', { email, password })).json()
    expect((await ada.delete('/auth/sessions')).statusCode).toBe(204)
    expect(ada.cookie).toBeUndefined()
    expect(await whoIs(other)).toBe(401)
    expect((await dashboard.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
    expect(await whoIs(grace)).toBe(200)
  })

  test('everywhere also ends a login that is in progress at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const browser = await signIn()
      const { refreshToken } = (await dashboard.post('/auth/login', { email, password })).json()
      const [refreshed] = await Promise.all([
        dashboard.post('/auth/refresh', { refreshToken }),
        browser.delete('/auth/sessions'),
      ])
      const { refreshToken: next = refreshToken } = refreshed.json()
      expect((await dashboard.post('/auth/refresh', { refreshToken: next })).statusCode).toBe(401)
    }
  })
})
