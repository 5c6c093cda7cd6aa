import { createEgressPolicy } from '@waypost/egress'
import { createLogger, type App } from '@waypost/http'
import { openQueues, systemClock, type Clock } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { aliasChannel, createKeyring, parseSchedule } from '@waypost/webhooks'
import { createAliasApp } from './app.ts'
import type { ApiServices } from './services.ts'
import { workSchema } from './work-queues.ts'

/** The service on a database of its own, under its own role; requests go in by `app.inject`. */
export interface TestApp {
  app: App
  services: ApiServices
  database: TestDatabase
  close(): Promise<void>
}

export const testEncryptionKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`

/** @param clock by default the system's */
export async function startTestApp({ clock = systemClock }: { clock?: Clock } = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const role = 'waypost_alias_api'
  const queue = { url: database.url, role, applicationName: 'test', onError: () => {} }
  const outbox = await openQueues({ ...queue, schema: aliasChannel.outboxSchema })
  const work = await openQueues({ ...queue, schema: workSchema })
  const services: ApiServices = {
    db: database.connectAs(role).db,
    clock,
    outbox: {
      channel: aliasChannel,
      boss: outbox.boss,
      delaysMs: parseSchedule(aliasChannel.defaultSchedule),
      clock,
    },
    work: work.boss,
    keyring: createKeyring(testEncryptionKeys),
    egress: createEgressPolicy({ allow: ['127.0.0.0/8'] }),
  }
  const app = createAliasApp({
    services,
    logger: createLogger('test', 'silent'),
    trustProxy: false,
    corsOrigins: [],
  })
  await app.ready()

  return {
    app,
    services,
    database,
    async close() {
      await app.close()
      await Promise.all([outbox.close(), work.close()])
      await database.drop()
    },
  }
}
