import type { ChildProcess } from 'node:child_process'
import { moveAccount } from '@waypost/commands'
import type { Db } from '@waypost/postgres'
import {
  createTestDatabase,
  endProcess,
  findFreePort,
  startDnsServer,
  startProcess,
  type DnsServer,
  type TestDatabase,
} from '@waypost/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Plan } from '../accounts/plans.ts'
import { accounts } from '../db/tables.ts'
import type { Created } from '../domains/test-domains.ts'
import { movedAlias } from './moved-service.ts'
import {
  startTestApp,
  testAdminToken,
  testEncryptionKeys,
  testMxHost,
  type TestApp,
} from '../testing/test-app.ts'

type Headers = Record<string, string>
type Moving = Parameters<typeof moveAccount>[0]

interface CellsBed {
  /** The first database, with an issuer of JWTs. */
  service: TestApp
  cellDatabase: TestDatabase
  home: Db
  cell: Db
  dns: DnsServer
  /** Where the process of the API answers operators. */
  internalUrl: string
}

const testPlatformDomains = 'waypost.test:free+pro+business, *.inbox.waypost.test:pro+business'

/** What tests read of the answers. */
interface Answered extends Created {
  rawKey: string
  apiKey: { id: string }
  addresses: { alias: string }[]
}

/** For tests: the process of the API, on two databases. */
export function openCellsBed() {
  const bed = {} as CellsBed
  let api: ChildProcess
  let baseUrl: string

  beforeAll(async () => {
    const [service, cellDatabase, dns] = await Promise.all([
      startTestApp(),
      createTestDatabase(),
      startDnsServer(),
    ])
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    baseUrl = `http://127.0.0.1:${port}`
    Object.assign(bed, {
      service,
      cellDatabase,
      dns,
      home: service.database.connectAsOwner().db,
      cell: cellDatabase.connectAsOwner().db,
      internalUrl: `http://127.0.0.1:${metricsPort}`,
    } satisfies CellsBed)
    api = await startProcess(new URL('../api.ts', import.meta.url), {
      DATABASE_URL: service.database.url,
      ALIAS_CELLS: `c1=${cellDatabase.url}`,
      ENCRYPTION_KEYS: testEncryptionKeys,
      JWT_JWKS_URL: service.issuer.jwksUrl,
      JWT_ISSUER: service.issuer.issuer,
      JWT_AUDIENCE: service.issuer.audience,
      ADMIN_TOKEN: testAdminToken,
      CORS_ORIGINS: 'https://dashboard.example',
      ALIAS_PLATFORM_DOMAINS: testPlatformDomains,
      ALIAS_MX_HOST: testMxHost,
      ALIAS_PUBLIC_URL: baseUrl,
      ALIAS_DEV_OUTBOX: 'true',
      DNS_SERVERS: dns.address,
      ALIAS_CLIENT_RATE_LIMIT_PER_MINUTE: '100000',
      ALIAS_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'fatal',
    })
  })
  afterAll(async () => {
    await endProcess(api)
    await bed.dns.close()
    await bed.cellDatabase.drop()
    await bed.service.close()
  })

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(path.startsWith('http') ? path : `${baseUrl}${path}`, init)
  const ask = async (path: string, headers: Headers, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await request(path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { data: Answered; error: unknown },
    }
  }
  const createKey = async (headers: Headers, mode: 'live' | 'test' = 'live'): Promise<Headers> => {
    const { status, body } = await ask('/api-keys', headers, { ...newKey, mode })
    expect(status).toBe(201)
    return { authorization: `Bearer ${body.data.rawKey}` }
  }
  /** Opens an account in the cell; it has nothing in the service yet. */
  const place = async (id: string, plan: Plan = 'business'): Promise<void> => {
    const createdAt = new Date()
    await bed.cell.insert(accounts).values({ id, plan, createdAt })
    await bed.home
      .insert(accounts)
      .values({ id, cell: 'c1', createdAt })
      .onConflictDoUpdate({ target: accounts.id, set: { cell: 'c1' } })
  }
  const at = {
    /** An account of the first database, by its key. */
    async home(id: string): Promise<Headers> {
      await bed.service.plan(id, 'business')
      return createKey(await bed.service.person(id))
    },
    /** An account of the cell, by its key. */
    async cell(id: string): Promise<Headers> {
      await place(id)
      return createKey(await bed.service.person(id))
    },
  }
  const moving = {
    service: movedAlias,
    findCell: () => bed.cell,
    pause: async () => {},
    jobsEndWithinMs: 1000,
    copyWaitsForMs: 500,
  }
  /** @param between called between the steps */
  const move = (accountId: string, to: string | null, between: Moving['onStep'] = async () => {}) =>
    moveAccount({ ...moving, home: bed.home, onStep: between }, accountId, to)
  return { bed, request, ask, place, createKey, at, move }
}

export const newKey = {
  name: 'key',
  scopes: ['emails:read', 'emails:write', 'domains:read', 'domains:manage'],
}
