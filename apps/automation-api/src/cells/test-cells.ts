import type { ChildProcess } from 'node:child_process'
import { moveAccount } from '@waypost/commands'
import type { Db } from '@waypost/postgres'
import {
  createTestDatabase,
  endProcess,
  findFreePort,
  startProcess,
  type TestDatabase,
} from '@waypost/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { accountLimits } from '../db/limit-tables.ts'
import { apiKeys } from '../db/tables.ts'
import { startTestApp, testAdminToken, testEncryptionKeys, type TestApp } from '../test-app.ts'
import { movedAutomation } from './moved-service.ts'

interface CellsBed {
  /** The first database, with an issuer of JWTs. */
  service: TestApp
  cellDatabase: TestDatabase
  home: Db
  cell: Db
  /** Where the process answers operators. */
  internalUrl: string
}

/** For tests: the process of the API, on two databases. */
export function openCellsBed() {
  const bed = {} as CellsBed
  let api: ChildProcess
  let baseUrl: string

  beforeAll(async () => {
    const [service, cellDatabase] = await Promise.all([startTestApp(), createTestDatabase()])
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    baseUrl = `http://127.0.0.1:${port}`
    Object.assign(bed, {
      service,
      cellDatabase,
      home: service.database.connectAsOwner().db,
      cell: cellDatabase.connectAsOwner().db,
      internalUrl: `http://127.0.0.1:${metricsPort}`,
    } satisfies CellsBed)
    api = await startProcess(new URL('../api.ts', import.meta.url), {
      DATABASE_URL: service.database.url,
      AUTOMATION_CELLS: `c1=${cellDatabase.url}`,
      ENCRYPTION_KEYS: testEncryptionKeys,
      WEBHOOK_FALLBACK_SECRET: service.services.fallbackSecret,
      JWT_JWKS_URL: service.issuer.jwksUrl,
      JWT_ISSUER: service.issuer.issuer,
      JWT_AUDIENCE: service.issuer.audience,
      ADMIN_TOKEN: testAdminToken,
      CORS_ORIGINS: 'https://dashboard.example',
      AUTOMATION_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'fatal',
    })
  })
  afterAll(async () => {
    await endProcess(api)
    await bed.cellDatabase.drop()
    await bed.service.close()
  })

  const request = (path: string, init: RequestInit): Promise<Response> => fetch(`${baseUrl}${path}`, init)
  const ask = async (path: string, headers: Record<string, string>, body?: object, method = 'POST') => {
    const response = await request(path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method, body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as never }
  }
  return {
    bed,
    request,
    ask,
    /** @param between called between the steps */
    move: (
      accountId: string,
      to: string | null,
      between: Moving['onStep'] = async () => {},
      onCopyLost: Moving['onCopyLost'] = () => {},
    ) => moveAccount({ ...movingIn(bed), onStep: between, onCopyLost }, accountId, to),
    place: (accountId: string) => moveAccount(movingIn(bed), accountId, 'c1'),
    createKey: async (headers: Record<string, string>) => {
      const { status, body } = await ask('/api-keys', headers, newKey)
      expect(status).toBe(201)
      return { 'x-api-key': (body as { rawKey: string }).rawKey }
    },
  }
}

type Moving = Parameters<typeof moveAccount>[0]

const movingIn = ({ home, cell }: CellsBed): Moving => ({
  service: movedAutomation,
  home,
  findCell: () => cell,
  pause: async () => {},
  jobsEndWithinMs: 1000,
  copyWaitsForMs: 500,
})

export const newKey = { name: 'key', scopes: ['automation:read', 'automation:write'] }

export const ownersOfKeysIn = async (db: Db): Promise<string[]> =>
  (await db.select({ ownerId: apiKeys.ownerId }).from(apiKeys)).map(({ ownerId }) => ownerId)
export const limitedIn = async (db: Db, ownerId: string) =>
  db.select().from(accountLimits).where(eq(accountLimits.ownerId, ownerId))
