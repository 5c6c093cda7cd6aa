import { createEgressPolicy } from '@waypost/egress'
import { createLogger } from '@waypost/http'
import { newId, openQueues, systemClock, type Clock, type Db } from '@waypost/postgres'
import {
  attachTestClock,
  createTestDatabase,
  type AttachedTestClock,
  type TestDatabase,
} from '@waypost/testing'
import {
  aliasChannel,
  automationChannel,
  createAgent,
  createKeyring,
  generateSecret,
  parseSchedule,
  publishEvent,
  webhookSecretContext,
  webhookTables,
  type Channel,
  type Outbox,
} from '@waypost/webhooks'
import type { OpenChannel, Services } from './services.ts'

export const { webhooks, deliveries, deliveryAttempts } = webhookTables('automation')

interface Kind {
  channel: Channel
  /** A role that may publish. */
  producer: string
  event: string
  data: () => object
}

const kinds = {
  automation: {
    channel: automationChannel,
    producer: 'waypost_automation_runner',
    event: 'execution.started',
    data: () => ({ jobId: null, executionId: newId(), automationId: newId(), status: 'running' }),
  },
  alias: {
    channel: aliasChannel,
    producer: 'waypost_alias_mail',
    event: 'address.deleted',
    data: () => ({ addressId: newId(), address: 'a@example.com', deletedAt: new Date().toISOString() }),
  },
} satisfies Record<string, Kind>

/** A channel with its own database, a publisher, and a dispatcher's role. */
export interface TestChannel {
  database: TestDatabase
  time: AttachedTestClock
  services: Services
  channel: OpenChannel
  encryptionKeys: string
  /** Sees everything. For assertions only, never for the code under test. */
  owner: Db
  registerWebhook(
    url: string,
    options?: { secret?: string; ownerId?: string },
  ): Promise<{ id: string; secret: string }>
  /** Publishes the channel's event for the owner of the webhooks. */
  publish(ownerId?: string): Promise<string[]>
  close(): Promise<void>
}

const ada = 'ada'

/** @param clock `by hand` moves only with `time.clock`; `real` is for whole processes, which have no other */
export async function openTestChannel({
  clock: clockKind = 'by hand',
  service = 'automation',
}: { clock?: 'by hand' | 'real'; service?: keyof typeof kinds } = {}): Promise<TestChannel> {
  const { channel, producer: role, event, data }: Kind = kinds[service]
  const database = await createTestDatabase()
  const time = await attachTestClock(database.url, [channel.outboxSchema])
  const settings = clockKind === 'real' ? {} : time.settings
  // Not the clock itself: a clock that can attach itself to the queue's schema would try to, and roles may not.
  const byHand: Clock = {
    now: () => time.clock.now(),
    setTimeout: (run, ms) => time.clock.setTimeout(run, ms),
    clearTimeout: (timer) => time.clock.clearTimeout(timer),
    setInterval: (run, ms) => time.clock.setInterval(run, ms),
    clearInterval: (timer) => time.clock.clearInterval(timer),
  }
  const clock = clockKind === 'real' ? systemClock : byHand
  const queue = { url: database.url, settings, schema: channel.outboxSchema, clock }
  const open = (as: string) => openQueues({ ...queue, role: as, applicationName: 'test', onError: () => {} })
  const consumer = await open('waypost_dispatcher')
  const producer = await open(role)

  const encryptionKeys = `test:${Buffer.alloc(32, 9).toString('base64')}`
  const keyring = createKeyring(encryptionKeys)
  const policy = createEgressPolicy({ allow: ['127.0.0.0/8'] })
  const agent = createAgent({ policy, connectTimeoutMs: 60_000, connectionsPerOrigin: 1_000 })
  const owner = database.connectAsOwner().db
  const publisher = database.connectAs(role, settings)
  const delaysMs = parseSchedule(clockKind === 'real' ? '0s,1s' : channel.defaultSchedule)
  const outbox: Outbox = {
    channel,
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
      channel,
      name: channel.service,
      db: database.connectAs('waypost_dispatcher', settings).db,
      boss: consumer.boss,
      delaysMs,
    },
    async registerWebhook(url, { secret = generateSecret(), ownerId = ada } = {}) {
      const id = newId()
      await owner.insert(webhookTables(service).webhooks).values({
        id,
        ownerId,
        name: 'test',
        url,
        events: [event],
        sealedSecret: keyring.seal(secret, webhookSecretContext(id)),
        createdAt: new Date(clock.now()),
      })
      return { id, secret }
    },
    publish: (ownerId = ada) =>
      publisher.db.transaction(
        async (tx) => publishEvent(tx, outbox, { ownerId, event, data: data() }).deliveryIds,
      ),
    async close() {
      await agent.destroy()
      await Promise.all([consumer.close(), producer.close(), time.detach()])
      await database.drop()
    },
  }
}
