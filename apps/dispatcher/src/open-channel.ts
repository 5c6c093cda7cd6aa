import {
  findDatabaseFault,
  followDatabaseClock,
  openDatabase,
  openQueues,
  requireMigrations,
} from '@waypost/postgres'
import type { Clock, Database, Queues } from '@waypost/postgres'
import type { Logger, ReadinessCheck, Stop } from '@waypost/http'
import { checkSealingKeys, requireSealingKeys, webhookMigrationFiles } from '@waypost/webhooks'
import type { Channel, Keyring } from '@waypost/webhooks'
import { dispatcherSettings } from './dispatcher-settings.ts'
import type { OpenChannel } from './services.ts'

/** A channel's own settings, for one of its databases. */
export interface ChannelSettings {
  channel: Channel
  name: string
  databaseUrl: string
  delaysMs: number[]
}

/** An open channel with all that it takes to deliver from it. */
export interface ConnectedChannel extends OpenChannel {
  database: Database
  clock: Clock
  listen: Queues['listen']
  /** Whether the key ring has the keys of the service. */
  checkKeys: ReadinessCheck
  /** Whether its database works for the process, and the key ring has its keys; rejects where it does not answer. */
  check: ReadinessCheck
}

/**
 * Connects to one of the databases of a channel.
 *
 * @throws where it does not answer, lacks migrations, or has secrets that the key ring cannot open
 */
export async function openChannel(
  { databaseUrl, ...settings }: ChannelSettings,
  { keyring, logger, onStop }: { keyring: Keyring; logger: Logger; onStop: (stop: Stop) => void },
): Promise<ConnectedChannel> {
  const { channel, name } = settings
  const connection = { url: databaseUrl, role: 'waypost_dispatcher', applicationName: 'dispatcher' }
  const database = openDatabase({ ...connection, settings: dispatcherSettings, maxConnections: 5 })
  onStop(() => database.close())
  const { db, pool } = database
  const keys = { db, keyring, schema: channel.service }
  const checkKeys = checkSealingKeys(keys)
  await requireMigrations(pool, [webhookMigrationFiles(channel.service)])
  await requireSealingKeys(keys)
  const { clock, stop } = await followDatabaseClock(db)
  onStop(stop)
  const queues = await openQueues({
    ...connection,
    schema: channel.outboxSchema,
    maintain: true,
    onError: (error) => logger.warn({ err: error, channel: name }, 'queue'),
  })
  onStop(() => queues.close())
  return {
    ...settings,
    db,
    database,
    clock,
    boss: queues.boss,
    listen: queues.listen,
    checkKeys,
    check: async () => (await findDatabaseFault(db)) ?? (await checkKeys()),
  }
}
