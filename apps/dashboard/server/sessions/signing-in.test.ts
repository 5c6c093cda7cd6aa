import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openAccountBed } from '../test-account-bed.ts'
import { password } from '../create-test-dashboard.ts'
import { signInWith, whoIs } from './test-sessions.ts'

const bed = openAccountBed()

const signIn = signInWith(() => bed)

describe('signing in', () => {
  test('returns the signed-in account, and no token in the body', async () => {
    const browser = bed.dashboard.browser()
    const answer = await browser.post('/auth/sign-in', { email: bed.email.toUpperCase(), password })
    expect(answer.json()).toEqual({
      account: {
        id: expect.any(String),
        email: bed.email,
        emailConfirmed: false,
        createdAt: expect.any(String),
      },
      session: { id: expect.any(String), createdAt: expect.any(String), expiresAt: expect.any(String) },
    })
    expect(answer.body).not.toContain(browser.cookie!.split('=')[1])
    expect((await browser.get('/auth/session')).json()).toEqual(answer.json())
  })

  test('sets a cookie that scripts, other sites, plain connections and other hosts cannot read', async () => {
    const answer = await bed.dashboard.browser().post('/auth/sign-in', { email: bed.email, password })
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
    const browser = bed.dashboard.browser()
    browser.cookie = `__Host-waypost=${'A'.repeat(43)}`
    await signIn(browser)
    const first = browser.cookie
    await signIn(browser)
    expect(new Set([first, browser.cookie, `__Host-waypost=${'A'.repeat(43)}`]).size).toBe(3)
  })

  test('ends the previous session of the browser, but only on success', async () => {
    const { cookie } = bed.ada
    await bed.ada.post('/auth/sign-in', { email: bed.email, password: 'wrong' })
    expect(await whoIs(bed.ada)).toBe(200)
    await bed.ada.post('/auth/sign-up', { email: 'another@example.com', password })
    const former = bed.dashboard.browser()
    former.cookie = cookie
    expect([await whoIs(bed.ada), await whoIs(former)]).toEqual([200, 401])
  })

  test('refuses a wrong password and an unknown address with the same message, and sets no cookie', async () => {
    const browser = bed.dashboard.browser()
    const wrong = await browser.post('/auth/sign-in', { email: bed.email, password: 'not the one' })
    const unknown = await browser.post('/auth/sign-in', { email: 'nobody@example.com', password })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(unknown.body).toBe(wrong.body)
    expect(browser.cookie).toBeUndefined()
  })

  test('counts failures together with those of the token routes', async () => {
    const browser = bed.dashboard.browser()
    for (let index = 0; index < 5; index++) {
      await browser.post('/auth/sign-in', { email: bed.email, password: `wrong ${index}` })
      await bed.dashboard.post('/auth/login', { email: bed.email, password: `wrong ${index}` })
    }
    const refused = await browser.post('/auth/sign-in', { email: bed.email, password })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
  })

  test('refuses a password that was changed while it was checked', async () => {
    const { passwords } = bed.dashboard.services
    bed.dashboard.services.passwords = {
      ...passwords,
      async verify(...given) {
        const isRight = await passwords.verify(...given)
        await bed.dashboard.database
          .connectAsOwner()
          .db.execute(sql`update accounts.accounts set password_hash = 'another' where email = ${bed.email}`)
        return isRight
      },
    }
    const browser = bed.dashboard.browser()
    const signedIn = await browser.post('/auth/sign-in', { email: bed.email, password })
    bed.dashboard.services.passwords = passwords
    expect(signedIn.statusCode).toBe(401)
    expect(browser.cookie).toBeUndefined()
  })
})

describe('signing up', () => {
  test('creates an account and signs in', async () => {
    const browser = bed.dashboard.browser()
    const answer = await browser.post('/auth/sign-up', { email: 'new@example.com', password })
    expect(answer.statusCode).toBe(201)
    expect(await whoIs(browser)).toBe(200)
  })

  test('refuses a registered address and does not sign in', async () => {
    const browser = bed.dashboard.browser()
    const answer = await browser.post('/auth/sign-up', { email: bed.email, password: 'another one' })
    expect(answer.statusCode).toBe(409)
    expect(browser.cookie).toBeUndefined()
  })

  test.each([
    ['a short password', { email: 'x@example.com', password: 'short' }, 'password'],
    ['no address', { email: 'x', password }, 'email'],
    ['more than it should have', { email: 'x@example.com', password, plan: 'business' }, 'plan'],
  ])('refuses %s', async (_what, body, property) => {
    const answer = await bed.dashboard.browser().post('/auth/sign-up', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual([expect.objectContaining({ property })])
  })
})

describe('signing out', () => {
  test('ends the session on the server and deletes the cookie', async () => {
    const { cookie } = bed.ada
    const answer = await bed.ada.delete('/auth/session')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toMatch(/^__Host-waypost=; .*Max-Age=0$/)
    bed.ada.cookie = cookie
    expect(await whoIs(bed.ada)).toBe(401)
    expect((await bed.ada.delete('/auth/session')).statusCode).toBe(204)
  })

  test('leaves other browsers signed in', async () => {
    const other = await signIn()
    await bed.ada.delete('/auth/session')
    expect(await whoIs(other)).toBe(200)
  })

  test('everywhere ends every session and every token login of the account, and of no other account', async () => {
    const other = await signIn()
    const grace = await bed.dashboard.signUp(`grace${bed.number}@example.com`)
    const { refreshToken } = (await bed.dashboard.post('/auth/login', { email: bed.email, password })).json()
    expect((await bed.ada.delete('/auth/sessions')).statusCode).toBe(204)
    expect(bed.ada.cookie).toBeUndefined()
    expect(await whoIs(other)).toBe(401)
    expect((await bed.dashboard.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
    expect(await whoIs(grace)).toBe(200)
  })

  test('everywhere also ends a login that is in progress at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const browser = await signIn()
      const { refreshToken } = (
        await bed.dashboard.post('/auth/login', { email: bed.email, password })
      ).json()
      const [refreshed] = await Promise.all([
        bed.dashboard.post('/auth/refresh', { refreshToken }),
        browser.delete('/auth/sessions'),
      ])
      const { refreshToken: next = refreshToken } = refreshed.json()
      expect((await bed.dashboard.post('/auth/refresh', { refreshToken: next })).statusCode).toBe(401)
    }
  })
})
