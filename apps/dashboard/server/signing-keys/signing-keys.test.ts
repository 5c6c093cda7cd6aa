import { sql } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { createKeyring } from '@waypost/webhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { getSigningKey } from './get-signing-key.ts'

const email = 'ada@example.com'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  await dashboard.empty()
  await dashboard.database.connectAsOwner().db.execute(sql`delete from accounts.signing_keys`)
})

async function register(): Promise<Tokens> {
  return (await dashboard.post('/auth/register', { email, password })).json()
}

async function readJwks(): Promise<JSONWebKeySet> {
  return (await dashboard.app.inject('/.well-known/jwks.json')).json()
}

const verify = async (token: string) =>
  jwtVerify(token, createLocalJWKSet(await readJwks()), {
    issuer: 'https://waypost.example',
    audience: 'waypost',
    algorithms: ['RS256'],
    currentDate: new Date(dashboard.services.clock.now()),
  })

describe('the JWKS', () => {
  test('verifies tokens for one hour', async () => {
    const { token } = await register()
    const { payload, protectedHeader } = await verify(token)
    expect(protectedHeader).toStrictEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) })
    const issuedAt = Date.parse('2026-11-01T12:00:00Z') / 1000
    expect(payload).toStrictEqual({
      sub: expect.any(String),
      email,
      email_verified: false,
      epoch: 0,
      iss: 'https://waypost.example',
      aud: 'waypost',
      iat: issuedAt,
      exp: issuedAt + 3600,
    })
    dashboard.advance(3600_000)
    await expect(verify(token)).rejects.toThrow('"exp" claim timestamp check failed')
  })

  test('contains only the public key, and may be cached for a while', async () => {
    const { kid } = await getSigningKey(dashboard.services)
    const response = await dashboard.app.inject('/.well-known/jwks.json')
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('public, max-age=300')
    expect(response.json()).toStrictEqual({
      keys: [
        { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n: expect.stringMatching(/^[\w-]{342}$/), e: 'AQAB' },
      ],
    })
  })

  test('is empty before there is a key', async () => {
    expect(await readJwks()).toStrictEqual({ keys: [] })
  })
})

describe('the signing key', () => {
  test('is stored sealed, bound to its id and to the key ring', async () => {
    const { kid } = await getSigningKey(dashboard.services)
    const { rows } = await dashboard.services.db.execute<{ row: string; sealed: string }>(
      sql`select to_jsonb(k)::text as row, sealed_private_key as sealed from accounts.signing_keys k`,
    )
    expect(rows).toHaveLength(1)
    const [{ row, sealed }] = rows as [{ row: string; sealed: string }]
    const privateKey = dashboard.services.keyring.open(sealed, `signing-key:${kid}`)
    expect(privateKey).toContain('BEGIN PRIVATE KEY')
    expect(row).not.toContain('PRIVATE KEY')
    for (const line of privateKey.split('\n').filter((text) => text.length > 20))
      expect(row).not.toContain(line)

    expect(() => dashboard.services.keyring.open(sealed, 'signing-key:another')).toThrow()
    const keyring = createKeyring(`test:${Buffer.alloc(32, 8).toString('base64')}`)
    await expect(getSigningKey({ ...dashboard.services, keyring })).rejects.toThrow()
  })

  test('is shared by all processes that start at the same moment', async () => {
    const replicas = Array.from({ length: 4 }, () => dashboard.database.connectAs('waypost_dashboard'))
    const keys = await Promise.all(replicas.map(({ db }) => getSigningKey({ ...dashboard.services, db })))
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
    expect((await readJwks()).keys).toHaveLength(1)
  })

  test('is replaced once it is retired, and its tokens are no longer accepted', async () => {
    const { token } = await register()
    const owner = dashboard.database.connectAsOwner()
    await owner.db.execute(
      sql`update accounts.signing_keys set retired_at = ${new Date(dashboard.services.clock.now())}`,
    )

    const { token: newToken }: Tokens = (await dashboard.post('/auth/login', { email, password })).json()
    expect(decodeProtectedHeader(newToken).kid).not.toBe(decodeProtectedHeader(token).kid)
    await expect(verify(newToken)).resolves.toMatchObject({ payload: { email } })
    await expect(verify(token)).rejects.toThrow('no applicable key found')
  })

  test('is also created by a token refresh, if there is none', async () => {
    const { refreshToken } = await register()
    const owner = dashboard.database.connectAsOwner()
    await owner.db.execute(
      sql`update accounts.signing_keys set retired_at = ${new Date(dashboard.services.clock.now())}`,
    )
    const { token }: Tokens = (await dashboard.post('/auth/refresh', { refreshToken })).json()
    await expect(verify(token)).resolves.toMatchObject({ payload: { email } })
  })
})
