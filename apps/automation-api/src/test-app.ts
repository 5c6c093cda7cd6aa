import { createFeed } from '@waypost/concurrency'
import { createEgressPolicy, type resolveHost } from '@waypost/egress'
import { createLogger, type App } from '@waypost/http'
import { openQueues, systemClock, type Clock } from '@waypost/postgres'
import { createStorage, type ObjectStore } from '@waypost/storage'
import { createJwtIssuer, createTestDatabase, type JwtIssuer, type TestDatabase } from '@waypost/testing'
import {
  automationChannel,
  createAgent,
  createKeyring,
  defaultPostsPerMinute,
  parseSchedule,
} from '@waypost/webhooks'
import { followUps } from './follow-ups.ts'
import type { Scope } from './api-keys/scopes.ts'
import { createAutomationApp } from './app.ts'
import { progressChannel } from './executions/progress/progress.ts'
import { workSchema } from './executions/run-queue.ts'
import { defaultLimits, type Limits } from './limits/limits.ts'
import type { ApiServices } from './services.ts'

/** The service on its own database, with its own role; send requests with `app.inject`. */
export interface TestApp {
  app: App
  services: ApiServices
  database: TestDatabase
  issuer: JwtIssuer
  /** Headers of a signed-in person. */
  person(ownerId: string): Promise<{ authorization: string }>
  /** Headers of a new API key of that person. */
  key(ownerId: string, ...scopes: Scope[]): Promise<{ 'x-api-key': string }>
  close(): Promise<void>
}

export const testEncryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`
export const testAdminToken = 'the operator of the tests'

/** @param options `clock`: by default the system's; `limits`: that differ from the usual ones; `objects`: by default uploads are stored in the database; `lookup`: by default the system's */
export async function startTestApp({
  clock = systemClock,
  limits = {},
  objects,
  lookup,
}: {
  clock?: Clock
  limits?: Partial<Limits>
  objects?: ObjectStore
  lookup?: typeof resolveHost
} = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const issuer = await createJwtIssuer()
  const role = 'waypost_automation_api'
  const queue = { url: database.url, role, applicationName: 'test', onError: () => {} }
  const outbox = await openQueues({ ...queue, schema: automationChannel.outboxSchema })
  const work = await openQueues({ ...queue, schema: workSchema })
  const progress = createFeed()
  await work.listen(progressChannel, progress.announce)
  const egress = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const agent = createAgent({
    policy: egress,
    connectTimeoutMs: 60_000,
    connectionsPerOrigin: 1_000,
    ...(lookup && { lookup }),
  })
  const services: ApiServices = {
    db: database.connectAs(role).db,
    clock,
    outbox: {
      channel: automationChannel,
      boss: outbox.boss,
      delaysMs: parseSchedule(automationChannel.defaultSchedule),
      clock,
    },
    work: work.boss,
    keyring: createKeyring(testEncryptionKeys),
    storage: createStorage(database.connectAs(role).db, { schema: 'automation', objects }),
    egress,
    agent,
    cooldownMs: 45_000,
    followUps,
    limits: { ...defaultLimits, requestsPerMinute: 1_000_000, ...limits },
    postsPerMinute: defaultPostsPerMinute,
    progress,
    fallbackSecret: 'of tests, and long enough to be one',
  }
  const app = createAutomationApp({
    services,
    jwt: issuer,
    adminToken: testAdminToken,
    logger: createLogger('test', 'silent'),
    trustProxy: false,
    corsOrigins: [],
  })
  await app.ready()

  const person = async (ownerId: string) => ({ authorization: `Bearer ${await issuer.token(ownerId)}` })
  return {
    app,
    services,
    database,
    issuer,
    person,
    async key(ownerId, ...scopes) {
      const response = await app.inject({
        method: 'POST',
        url: '/api-keys',
        headers: await person(ownerId),
        payload: { name: 'test', scopes },
      })
      return { 'x-api-key': response.json<{ rawKey: string }>().rawKey }
    },
    async close() {
      await app.close()
      await agent.destroy()
      await Promise.all([outbox.close(), work.close()])
      await issuer.close()
      await database.drop()
    },
  }
}
