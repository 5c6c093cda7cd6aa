import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import { takeAttempt } from '../attempts/take-attempt.ts'
import { loginFailuresPerEmail } from '../attempts/limits.ts'
import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'

const email = 'ada@example.com'
const quarterHourMs = 15 * 60_000

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  await dashboard.empty()
  await dashboard.post('/auth/register', { email, password }, '192.0.2.99')
})

const logIn = (given: { email?: string; password?: string }, address?: string) =>
  dashboard.post('/auth/login', { email, password, ...given }, address)

async function failTimes(count: number, given: { email?: string } = {}, address?: string): Promise<number[]> {
  const statuses = []
  for (let index = 0; index < count; index++) {
    statuses.push((await logIn({ password: `wrong ${index}`, ...given }, address)).statusCode)
  }
  return statuses
}

const unauthorized = (count: number) => Array.from({ length: count }, () => 401)

describe('POST /auth/login', () => {
  test('returns a token of the account', async () => {
    const response = await logIn({ email: 'ADA@example.com' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toStrictEqual({
      token: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 3600,
    })
    const again = await logIn({})
    expect(decodeJwt(again.json().token).sub).toBe(decodeJwt(response.json().token).sub)
    expect(again.json().refreshToken).not.toBe(response.json().refreshToken)
  })

  test('gives the same response for a wrong password and an unknown email', async () => {
    const wrong = await logIn({ password: 'not the one' })
    const unknown = await logIn({ email: 'nobody@example.com' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toStrictEqual({
      statusCode: 401,
      message: 'Invalid email or password',
      error: 'Unauthorized',
    })
    expect(unknown.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  })

  test('limits an unknown email like a known one', async () => {
    const known = await failTimes(12, {}, '192.0.2.1')
    const unknown = await failTimes(12, { email: 'nobody@example.com' }, '192.0.2.2')
    expect(known).toEqual([...unauthorized(10), 429, 429])
    expect(unknown).toEqual(known)
  })

  test.each([
    ['without a password', { email }, 'password'],
    ['with an email that is none', { email: 'ada', password }, 'email'],
    ['with more than it should have', { email, password, admin: true }, 'admin'],
  ])('refuses a body %s', async (_what, body, property) => {
    const response = await dashboard.post('/auth/login', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([expect.objectContaining({ property })])
  })
})

describe('the limit on failed logins', () => {
  test('refuses even the right password after ten failures, until the time in Retry-After', async () => {
    expect(await failTimes(4)).toEqual(unauthorized(4))
    dashboard.advance(60_000)
    expect(await failTimes(6)).toEqual(unauthorized(6))

    const refused = await logIn({})
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('840')
    expect(refused.json()).toStrictEqual({
      statusCode: 429,
      message: 'Too many requests, try again later',
      error: 'Too Many Requests',
    })

    // Further attempts do not extend the window.
    dashboard.advance(quarterHourMs - 60_001)
    expect(await failTimes(3)).toEqual([429, 429, 429])
    dashboard.advance(1)
    expect((await logIn({})).statusCode).toBe(200)
  })

  test('does not let another client lock the owner out', async () => {
    await failTimes(40, {}, '203.0.113.66')
    expect((await logIn({}, '192.0.2.1')).statusCode).toBe(200)
  })

  test('is reset by a success', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await failTimes(9)).toEqual(unauthorized(9))
      expect((await logIn({})).statusCode).toBe(200)
    }
  })

  test("applies to a client across all emails, and is not reset by the client's own successes", async () => {
    const statuses: number[] = []
    for (let index = 0; index < 30; index++) {
      statuses.push(...(await failTimes(1, { email: `user${index}@example.com` }, '203.0.113.66')))
      if (index % 10 === 0) expect((await logIn({}, '203.0.113.66')).statusCode).toBe(200)
    }
    expect(statuses).toEqual(unauthorized(30))
    expect((await logIn({}, '203.0.113.66')).statusCode).toBe(429)
    expect((await logIn({}, '203.0.113.67')).statusCode).toBe(200)
  })

  test('applies to an email across all clients', async () => {
    for (let index = 0; index < 99; index++)
      await takeAttempt(dashboard.services, loginFailuresPerEmail, email)
    expect(await failTimes(1, {}, '203.0.113.1')).toEqual([401])
    expect((await logIn({}, '203.0.113.2')).statusCode).toBe(429)
    dashboard.advance(quarterHourMs)
    expect((await logIn({}, '203.0.113.2')).statusCode).toBe(200)
  })

  test('is also reset for an email across all clients by a success', async () => {
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 99; index++) {
        await takeAttempt(dashboard.services, loginFailuresPerEmail, email)
      }
      expect((await logIn({})).statusCode).toBe(200)
    }
  })

  test('does not count attempts against a client when the limit of the email refuses them', async () => {
    await failTimes(10)
    expect(await failTimes(40)).toEqual(Array.from({ length: 40 }, () => 429))
    // Ten of thirty attempts are used, not fifty.
    expect((await logIn({ email: 'nobody@example.com' })).statusCode).toBe(401)
  })

  test('lets at most ten of many simultaneous guesses through', async () => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, index) => logIn({ password: `wrong ${index}` })),
    )
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([...unauthorized(10), ...Array.from({ length: 15 }, () => 429)])
  })

  test('does not count attempts that were refused for lack of capacity', async () => {
    const { passwords } = dashboard.services
    dashboard.services.passwords = {
      ...passwords,
      verify: () => Promise.reject(new TooManyRequestsError(2000)),
    }
    for (let index = 0; index < 12; index++) {
      const refused = await logIn({})
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('2')
    }
    dashboard.services.passwords = passwords
    expect((await logIn({})).statusCode).toBe(200)
  })
})
