import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(() => dashboard.empty())

describe('POST /auth/register', () => {
  test('creates an account and logs it in', async () => {
    const response = await dashboard.post('/auth/register', { email: 'Ada@Example.com', password })
    expect(response.statusCode).toBe(201)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toStrictEqual({
      token: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: 3600,
    })
    const claims = decodeJwt(response.json().token)
    expect(claims).toMatchObject({ email: 'ada@example.com' })
    expect(claims.sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  test('refuses a registered email in upper or lower case', async () => {
    await dashboard.post('/auth/register', { email: 'known@example.com', password })
    const response = await dashboard.post('/auth/register', {
      email: 'KNOWN@example.com',
      password: 'another one',
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toStrictEqual({
      statusCode: 409,
      message: 'An account with this email exists already',
      error: 'Conflict',
    })
    expect((await dashboard.post('/auth/login', { email: 'known@example.com', password })).statusCode).toBe(
      200,
    )
  })

  test('sends ten confirmation emails an hour to a mailbox, whose plus addresses are one', async () => {
    const register = async (index: number) =>
      (await dashboard.post('/auth/register', { email: `Ada+${index}@example.com`, password })).statusCode
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => register(index)))
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
    expect(
      (await dashboard.post('/auth/register', { email: 'grace@example.com', password })).statusCode,
    ).toBe(201)
    dashboard.advance(60 * 60_000)
    expect(await register(12)).toBe(201)
  })

  test('creates one account for simultaneous registrations of one email', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, () =>
        dashboard.post('/auth/register', { email: 'race@example.com', password }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('stores neither the password nor a refresh token', async () => {
    const { refreshToken } = (
      await dashboard.post('/auth/register', { email: 'kept@example.com', password })
    ).json()
    const { rows } = await dashboard.database.connectAsOwner().db.execute<{ row: string }>(
      sql`select to_jsonb(a)::text as row from accounts.accounts a
          union all select to_jsonb(t)::text || encode(token_hash, 'escape') from accounts.refresh_tokens t`,
    )
    const stored = rows.map(({ row }) => row).join('\n')
    expect(stored).toContain('kept@example.com')
    expect(stored).not.toContain(password)
    expect(stored).not.toContain(refreshToken)
  })

  test('reports the error of each property, and never repeats a password', async () => {
    const response = await dashboard.post('/auth/register', {
      email: 'nobody',
      password: 'short',
      role: 'admin',
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      { property: 'email', constraints: { isEmail: 'email must be an email' }, receivedValue: 'nobody' },
      {
        property: 'password',
        constraints: { minLength: 'password must be longer than or equal to 8 characters' },
        receivedValue: '[redacted]',
      },
      {
        property: 'role',
        constraints: { whitelistValidation: 'role should not exist' },
        receivedValue: 'admin',
      },
    ])
  })

  test.each([
    ['without an email', { password }, 'email', 'isDefined'],
    ['without a password', { email: 'a@example.com' }, 'password', 'isDefined'],
    [
      'with a password that is not a string',
      { email: 'a@example.com', password: 12_345_678 },
      'password',
      'isString',
    ],
    [
      'with a password of 201 characters',
      { email: 'a@example.com', password: 'x'.repeat(201) },
      'password',
      'maxLength',
    ],
    ['with an endless email', { email: `${'x'.repeat(250)}@example.com`, password }, 'email', 'maxLength'],
    [
      'with a NUL in the password',
      { email: 'a@example.com', password: 'pass\0word' },
      'password',
      'isWellFormed',
    ],
  ])('refuses a body %s', async (_what, body, property, rule) => {
    const response = await dashboard.post('/auth/register', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([expect.objectContaining({ property })])
    expect(Object.keys(response.json()[0].constraints)).toContain(rule)
  })

  test('answers invalid JSON with an error in the standard form', async () => {
    const response = await dashboard.app.inject({
      method: 'POST',
      url: '/auth/register',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  })
})

test('a client can register 30 times in 15 minutes, without affecting other clients', async () => {
  const register = (index: number, address: string) =>
    dashboard.post('/auth/register', { email: `user${index}@example.com`, password }, address)
  const statuses: number[] = []
  for (let index = 0; index < 30; index++) {
    statuses.push((await register(index % 3, `2001:db8:0:1::${index + 1}`)).statusCode)
  }
  expect(statuses).toEqual([201, 201, 201, ...Array.from({ length: 27 }, () => 409)])

  const refused = await register(100, '2001:db8:0:1:ffff::1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('900')
  expect((await register(101, '2001:db8:0:2::1')).statusCode).toBe(201)
  dashboard.advance(15 * 60_000)
  expect((await register(100, '2001:db8:0:1:ffff::1')).statusCode).toBe(201)
})
