import { Agent } from 'undici'
import { createEgressConnector, createEgressPolicy } from '@waypost/egress'
import { createLogger } from '@waypost/http'
import { newId, openQueues, systemClock, type Clock, type Db } from '@waypost/postgres'
import {
  attachTestClock,
  createTestDatabase,
  type AttachedTestClock,
  type TestDatabase,
} from '@waypost/testing'
import {
  automationChannel,
  createKeyring,
  generateSecret,
  parseSchedule,
  publishEvent,
  webhookSecretContext,
  webhookTables,
  type Outbox,
} from '@waypost/webhooks'
import type { OpenChannel, Services } from './services.ts'

export const { webhooks, deliveries, deliveryAttempts } = webhookTables('automation')

/** The automation channel on a database of its own, a publisher at one end and a dispatcher's role at the other. */
export interface TestChannel {
  database: TestDatabase
  time: AttachedTestClock
  services: Services
  channel: OpenChannel
  encryptionKeys: string
  /** Sees everything; for looking, never for the code under test. */
  owner: Db
  registerWebhook(url: string, options?: { secret?: string }): Promise<{ id: string; secret: string }>
  /** Publishes `execution.started` for the owner of the webhooks. */
  publish(): Promise<string[]>
  close(): Promise<void>
}

const ownerId = 'ada'

/** @param clock `by hand` moves only with `time.clock`; `real` is for whole processes, which have no other */
export async function openTestChannel({
  clock: kind = 'by hand',
}: { clock?: 'by hand' | 'real' } = {}): Promise<TestChannel> {
  const database = await createTestDatabase()
  const time = await attachTestClock(database.url, [automationChannel.outboxSchema])
  const settings = kind === 'real' ? {} : time.settings
  // Not the clock itself: one that can attach itself to the queue's schema would try to, and roles may not.
  const byHand: Clock = {
    now: () => time.clock.now(),
    setTimeout: (run, ms) => time.clock.setTimeout(run, ms),
    clearTimeout: (timer) => time.clock.clearTimeout(timer),
    setInterval: (run, ms) => time.clock.setInterval(run, ms),
    clearInterval: (timer) => time.clock.clearInterval(timer),
  }
  const clock = kind === 'real' ? systemClock : byHand
  const queue = { url: database.url, settings, schema: automationChannel.outboxSchema, clock }
  const open = (role: string) => openQueues({ ...queue, role, applicationName: 'test', onError: () => {} })
  const consumer = await open('waypost_dispatcher')
  const producer = await open('waypost_automation_runner')

  const encryptionKeys = `test:${Buffer.alloc(32, 9).toString('base64')}`
  const keyring = createKeyring(encryptionKeys)
  const egress = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const agent = new Agent({ connect: createEgressConnector({ policy: egress, connectTimeoutMs: 1000 }) })
  const owner = database.connectAsOwner().db
  const publisher = database.connectAs('waypost_automation_runner', settings)
  const delaysMs = parseSchedule(kind === 'real' ? '0s,1s' : automationChannel.defaultSchedule)
  const outbox: Outbox<typeof automationChannel.events> = {
    channel: automationChannel,
    boss: producer.boss,
    delaysMs,
    clock,
  }

  return {
    database,
    time,
    encryptionKeys,
    owner,
    services: { agent, keyring, clock, logger: createLogger('test', 'silent') },
    channel: {
      channel: automationChannel,
      db: database.connectAs('waypost_dispatcher', settings).db,
      boss: consumer.boss,
      delaysMs,
    },
    async registerWebhook(url, { secret = generateSecret() } = {}) {
      const id = newId()
      await owner.insert(webhooks).values({
        id,
        ownerId,
        name: 'test',
        url,
        events: ['execution.started'],
        sealedSecret: keyring.seal(secret, webhookSecretContext(id)),
        createdAt: new Date(clock.now()),
      })
      return { id, secret }
    },
    publish: () =>
      publisher.db.transaction((tx) =>
        publishEvent(tx, outbox, {
          ownerId,
          event: 'execution.started',
          data: { jobId: null, executionId: newId(), automationId: newId(), status: 'running' },
        }),
      ),
    async close() {
      await agent.destroy()
      await Promise.all([consumer.close(), producer.close(), time.detach()])
      await database.drop()
    },
  }
}
