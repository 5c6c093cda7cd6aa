import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import type { Tokens } from './tokens.ts'

const email = 'ada@example.com'
const dayMs = 24 * 60 * 60_000

let dashboard: TestDashboard
let registered: Tokens
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  await dashboard.empty()
  registered = (await dashboard.post('/auth/register', { email, password })).json()
})

const refresh = (refreshToken: string, address?: string) =>
  dashboard.post('/auth/refresh', { refreshToken }, address)

async function refreshed(refreshToken: string): Promise<Tokens> {
  const response = await refresh(refreshToken)
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('POST /auth/refresh', () => {
  test('returns the next pair of the same account', async () => {
    dashboard.advance(50 * 60_000)
    const response = await refresh(registered.refreshToken)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const next: Tokens = response.json()
    expect(next).toStrictEqual({
      token: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: 3600,
    })
    const [before, after] = [decodeJwt(registered.token), decodeJwt(next.token)]
    expect(after).toStrictEqual({ ...before, iat: before.iat! + 3000, exp: before.exp! + 3000 })
    expect(next.refreshToken).not.toBe(registered.refreshToken)
  })

  test('works repeatedly, from token to token', async () => {
    let { refreshToken } = registered
    for (let index = 0; index < 5; index++) {
      dashboard.advance(29 * dayMs)
      ;({ refreshToken } = await refreshed(refreshToken))
    }
  })

  test('refuses a reused token, and ends its whole login and no other', async () => {
    const other: Tokens = (await dashboard.post('/auth/login', { email, password })).json()
    const second = await refreshed(registered.refreshToken)
    const third = await refreshed(second.refreshToken)

    const reused = await refresh(registered.refreshToken)
    expect(reused.statusCode).toBe(401)
    expect(reused.json()).toStrictEqual({
      statusCode: 401,
      message: 'Invalid refresh token',
      error: 'Unauthorized',
    })
    expect((await refresh(third.refreshToken)).statusCode).toBe(401)
    await refreshed(other.refreshToken)
  })

  test('lets one of several simultaneous uses succeed, and ends the login', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(registered.refreshToken)))
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([200, 401, 401, 401, 401, 401])
    const won: Tokens = responses.find(({ statusCode }) => statusCode === 200)!.json()
    expect((await refresh(won.refreshToken)).statusCode).toBe(401)
  })

  test('also revokes a successor that is being issued at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const first: Tokens = (await dashboard.post('/auth/login', { email, password })).json()
      const second = await refreshed(first.refreshToken)
      const [reused, raced] = await Promise.all([refresh(first.refreshToken), refresh(second.refreshToken)])
      expect(reused.statusCode).toBe(401)
      if (raced.statusCode === 200) {
        const { refreshToken }: Tokens = raced.json()
        expect((await refresh(refreshToken)).statusCode).toBe(401)
      }
    }
    const { rows } = await dashboard.services.db.execute<{ families: number }>(
      sql`select count(distinct family_id)::int as families from accounts.refresh_tokens`,
    )
    expect(rows).toEqual([{ families: 1 }])
  })

  test('refuses a token after 30 days', async () => {
    const other: Tokens = (await dashboard.post('/auth/login', { email, password })).json()
    dashboard.advance(30 * dayMs - 1)
    await refreshed(other.refreshToken)
    dashboard.advance(1)
    expect((await refresh(registered.refreshToken)).statusCode).toBe(401)
  })

  test('refuses an unknown token, an access token and an invalid token with the same message', async () => {
    const bodies = []
    for (const text of ['A'.repeat(43), 'x', ' ', registered.token.slice(0, 200)]) {
      const response = await refresh(text)
      expect(response.statusCode).toBe(401)
      bodies.push(response.body)
    }
    expect(new Set(bodies).size).toBe(1)
  })

  test.each([
    ['without a token', {}, 'refreshToken', null],
    ['with an empty token', { refreshToken: '' }, 'refreshToken', '[redacted]'],
    ['with a token that is no text', { refreshToken: ['x'] }, 'refreshToken', '[redacted]'],
    ['with more than it should have', { refreshToken: 'x', email }, 'email', email],
  ])('refuses a body %s', async (_what, body, property, receivedValue) => {
    const response = await dashboard.post('/auth/refresh', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([expect.objectContaining({ property, receivedValue })])
  })

  test('limits failures per client, and does not count successes', async () => {
    let { refreshToken } = registered
    const statuses: number[] = []
    for (let index = 0; index < 100; index++) {
      statuses.push((await refresh(`unknown ${index}`)).statusCode)
      if (index % 20 === 0) ({ refreshToken } = await refreshed(refreshToken))
    }
    expect(statuses).toEqual(Array.from({ length: 100 }, () => 401))
    const refused = await refresh(refreshToken)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
    // The rate limit refused the request before the token was used, so the token is still valid.
    expect((await refresh(refreshToken, '192.0.2.1')).statusCode).toBe(200)
  })
})
