import {
  followDatabaseClock,
  openDatabase,
  openQueues,
  requireMigrations,
  type Boss,
  type Clock,
  type Database,
  type DatabaseOptions,
  type Db,
  type Queues,
  type ServiceDatabase,
} from '@waypost/postgres'
import type { Logger, ReadinessCheck, Stop } from '@waypost/http'
import type { Channel, EventSchemas } from './channel.ts'
import type { Keyring } from './keyring.ts'
import type { Outbox } from './publish-event.ts'
import { checkSealingKeys, recordSealingKey } from './sealing/sealing-keys.ts'

/** What makes a database one of a service. */
export interface Service<Events extends EventSchemas> {
  channel: Channel<Events>
  database: Pick<ServiceDatabase, 'sets'>
  /** The pg-boss schema of its own jobs. */
  workSchema: string
}

interface ServiceDatabaseOptions {
  /** The process's pool. pg-boss has pools of its own, with the same URL and role. */
  connection: DatabaseOptions
  /** How the service's own jobs are worked on. */
  work?: Pick<Parameters<typeof openQueues>[0], 'settings' | 'wakeOnInsert' | 'maintain' | 'prepare'>
  keyring: Keyring
  /** Of deliveries. */
  delaysMs: number[]
}

/** All that a process needs of a database of its service. */
export interface OpenServiceDatabase<Events extends EventSchemas> {
  database: Database
  work: Queues
  /** Whether the key ring has the keys of what is sealed in it. */
  checkKeys: ReadinessCheck
  services: { db: Db; clock: Clock; outbox: Outbox<Events>; work: Boss; keyring: Keyring }
}

/**
 * Opens a database of a service for a process that publishes its events.
 *
 * @throws where it does not answer, or lacks migrations; what is open by then is closed by the process
 */
export async function openServiceDatabase<Events extends EventSchemas>(
  { channel, database: { sets }, workSchema }: Service<Events>,
  { connection, work: workOptions, keyring, delaysMs }: ServiceDatabaseOptions,
  { logger, onStop }: { logger: Logger; onStop: (stop: Stop) => void },
): Promise<OpenServiceDatabase<Events>> {
  const { url, role, applicationName } = connection
  const queues = {
    url,
    role,
    applicationName,
    onError: (error: Error) => logger.warn({ err: error }, 'queue'),
  }
  const database = openDatabase(connection)
  onStop(() => database.close())
  await requireMigrations(database.pool, sets)
  const { clock, stop } = await followDatabaseClock(database.db)
  onStop(stop)
  const { db } = database
  const keys = { db, keyring, schema: channel.service }
  await recordSealingKey(keys)
  const outbox = await openQueues({ ...queues, schema: channel.outboxSchema })
  onStop(() => outbox.close())
  const work = await openQueues({ ...queues, ...workOptions, schema: workSchema })
  onStop(() => work.close())
  return {
    database,
    work,
    checkKeys: checkSealingKeys(keys),
    services: {
      db,
      clock,
      outbox: { channel, boss: outbox.boss, delaysMs, clock },
      work: work.boss,
      keyring,
    },
  }
}
