import '@waypost/http/starting'
import {
  createApp,
  createBulkLogger,
  openCells,
  registerHealth,
  runProcess,
  serveInternals,
  standardErrorForm,
  watchConnections,
  type StartingProcess,
  type Stop,
} from '@waypost/http'
import { createRetentionMetrics } from '@waypost/retention'
import { cacheOpened, createAgent, createWatchedLookup } from '@waypost/webhooks'
import { deliverChannel, type Shared } from './deliver-channel.ts'
import { readEnv } from './env.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { openChannel, type ConnectedChannel } from './open-channel.ts'

// The records of requests outlive the young generation: in a drain of 20,000, V8 let a heap of 41 MiB in use grow to 130.
const heapGrowthPercent = 100

const start = async ({ env, logger, onStop }: StartingProcess<ReturnType<typeof readEnv>>): Promise<void> => {
  const agent = createAgent({
    policy: env.EGRESS_ALLOW,
    connectionsPerOrigin: env.DISPATCHER_CONCURRENCY,
    lookup: createWatchedLookup(),
  })
  onStop(() => agent.destroy())

  const keyring = cacheOpened(env.ENCRYPTION_KEYS)
  const channels: ConnectedChannel[] = []
  for (const settings of env.channels) {
    channels.push(await openChannel(settings, { keyring, logger, onStop }))
  }

  const metrics = createDeliveryMetrics()
  const databases = Object.fromEntries(channels.map(({ name, database }) => [name, database]))
  watchConnections(metrics.registry, databases)
  const shared: Shared = {
    env,
    agent,
    keyring,
    logger,
    metrics,
    writeLine: createBulkLogger('dispatcher', env.LOG_LEVEL),
    retentionMetrics: createRetentionMetrics(metrics.registry),
  }
  const cells = openCells(env.cells, {
    registry: metrics.registry,
    logger,
    async open(settings, onStopCell) {
      const channel = await openChannel(settings, { keyring, logger, onStop: onStopCell })
      onStopCell(await deliverChannel(channel, shared))
      databases[settings.name] = channel.database
      return { check: channel.check }
    },
  })

  // The services' first databases decide: without a cell, the process can do the work of all others.
  const checked = channels.map(({ db }) => db)
  const checks = channels.map(({ checkKeys }) => checkKeys)
  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: checked,
      checks,
      detail: () => (env.cells.length > 0 ? { cells: cells.state() } : {}),
    })
    onStop(async () => void server.close())
  }

  const app = createApp({
    logger,
    errorForm: standardErrorForm,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: [],
  })
  registerHealth(app, checked, checks)
  onStop(() => app.close())
  await app.listen({ host: env.HOST, port: env.DISPATCHER_PORT })

  // All at once: one that cannot settle its requests, because its database is gone, holds up none of the others.
  const stops: Stop[] = [...cells.stops]
  onStop(() => stopAll(stops))
  for (const channel of channels) stops.push(await deliverChannel(channel, shared))
  void cells.start()
}

/** Ends all, and then throws what the first one threw that failed. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (const ended of await Promise.allSettled(stops.map((stop) => stop())))
    if (ended.status === 'rejected') throw ended.reason
}

await runProcess('dispatcher', readEnv, start, { heapGrowthPercent })
