import { sql } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { rotateSigningKey, type Rotation } from './rotate-signing-key.ts'

const email = 'ada@example.com'
const minuteMs = 60_000

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  await dashboard.empty()
  await dashboard.database.connectAsOwner().db.execute(sql`delete from accounts.signing_keys`)
  await dashboard.post('/auth/register', { email, password })
})

/** Rotates with the migration login, as an operator does. */
const rotate = (isAtOnce = false): Promise<Rotation> =>
  rotateSigningKey({ ...dashboard.services, db: dashboard.database.connectAsOwner().db }, { isAtOnce })

async function logIn(): Promise<string> {
  const { token }: Tokens = (await dashboard.post('/auth/login', { email, password })).json()
  return token
}

const readJwks = async (): Promise<JSONWebKeySet> =>
  (await dashboard.app.inject('/.well-known/jwks.json')).json()

const kidOf = (token: string) => decodeProtectedHeader(token).kid

async function isBelieved(token: string, jwks?: JSONWebKeySet): Promise<boolean> {
  const currentDate = new Date(dashboard.services.clock.now())
  const verified = jwtVerify(token, createLocalJWKSet(jwks ?? (await readJwks())), { currentDate })
  return verified.then(
    () => true,
    () => false,
  )
}

describe('rotating the signing key', () => {
  test('a service that caches the JWKS for ten minutes never receives a token of an unknown key', async () => {
    const before = await readJwks()
    const { kid } = await rotate()
    const kept = await readJwks()
    dashboard.advance(10 * minuteMs)
    const meanwhile = await logIn()
    expect(kidOf(meanwhile)).not.toBe(kid)
    expect(await isBelieved(meanwhile, before)).toBe(true)

    dashboard.advance(5 * minuteMs)
    const afterwards = await logIn()
    expect(kidOf(afterwards)).toBe(kid)
    expect(await isBelieved(afterwards, kept)).toBe(true)
  })

  test('tokens of the old key are accepted until they expire, and the old key is removed after that', async () => {
    const { retired } = await rotate()
    dashboard.advance(15 * minuteMs - 1000)
    const last = await logIn()
    expect(retired.kids).toEqual([kidOf(last)])
    dashboard.advance(59 * minuteMs)
    expect(await isBelieved(last)).toBe(true)
    dashboard.advance(10 * minuteMs)
    expect((await readJwks()).keys).toHaveLength(1)
    expect(await isBelieved(last)).toBe(false)
    expect(await isBelieved(await logIn())).toBe(true)
  })

  test('at once stops the old key from signing and verifying immediately', async () => {
    const known = await logIn()
    const { kid } = await rotate(true)
    expect(await isBelieved(known)).toBe(false)
    expect((await readJwks()).keys.map((key) => key.kid)).toEqual([kid])
    const token = await logIn()
    expect([kidOf(token), await isBelieved(token)]).toEqual([kid, true])
  })

  test('twice in a row leaves one key in the end, with a signing key at all times', async () => {
    await rotate()
    dashboard.advance(minuteMs)
    const { kid } = await rotate()
    for (let minutes = 0; minutes < 90; minutes += 5) {
      expect(await isBelieved(await logIn())).toBe(true)
      dashboard.advance(5 * minuteMs)
    }
    expect((await readJwks()).keys.map((key) => key.kid)).toEqual([kid])
  })
})
