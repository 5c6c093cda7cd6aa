import {
  createApp,
  createApiMetrics,
  createLogger,
  openCells,
  standardErrorForm,
  watchObjectStore,
  type App,
} from '@waypost/http'
import { systemClock, type Database } from '@waypost/postgres'
import { automationChannel, aliasChannel, type Channel } from '@waypost/webhooks'
import type { Registry } from 'prom-client'
import { createMailMetrics } from '../../../apps/alias-api/src/mail/mail-metrics.ts'
import { createSelfSignedCertificate } from '../../../apps/alias-api/src/smtp/self-signed-certificate.ts'
import { createHostMetrics } from '../../../apps/automation-api/src/browser-host/create-host-metrics.ts'
import { createRunnerMetrics } from '../../../apps/automation-api/src/runner-metrics.ts'
import { createDashboardMetrics } from '../../../apps/dashboard/server/dashboard-metrics.ts'
import { expiredDeliveries } from '../../../apps/dispatcher/src/retention/expired-deliveries.ts'
import { createDeliveryMetrics } from '../../../apps/dispatcher/src/metrics.ts'
import { createRetentionMetrics } from '../../../packages/retention/src/index.ts'

const channels: Channel[] = [automationChannel, aliasChannel]

const measureApi = (process: string) => (app: App, database: Pick<Database, 'db' | 'pool'>) => {
  const { registry, watch } = createApiMetrics(process)
  watch(app, { main: database })
  return registry
}

/**
 * The registries that the processes serve, made by the functions that their entries call, after each has done a bit of
 * everything that it measures.
 *
 * @param connectAs opens a database under the role of a process
 */
export async function createRegistries(
  connectAs: (role: string) => Pick<Database, 'db' | 'pool'>,
): Promise<Record<string, Registry>> {
  const api = async (
    role: string,
    measure: (app: App, database: Pick<Database, 'db' | 'pool'>) => Registry,
  ): Promise<Registry> => {
    const logger = createLogger('test', 'silent')
    const app: App = createApp({ logger, errorForm: standardErrorForm, trustProxy: false, corsOrigins: [] })
    app.get('/things/:id', async () => ({}))
    const registry = measure(app, connectAs(role))
    await app.inject('/things/1')
    await app.close()
    return registry
  }

  const runner = createRunnerMetrics(2, true)
  for (const name of ['automation', 'automation/c1'])
    runner.watch(name, connectAs('waypost_automation_runner'))
  runner.beginRun()(null)
  const host = createHostMetrics(4)
  host.beginBrowser()('run')
  const { cert } = createSelfSignedCertificate('mx.waypost.test', Date.now())
  const mail = createMailMetrics(connectAs('waypost_alias_mail'), () => cert)
  mail.watch('alias/c1', connectAs('waypost_alias_mail'))

  const dispatcher = createDeliveryMetrics()
  watchObjectStore(mail.registry, { requests: () => ({ done: 1, failed: 0 }) })
  openCells([{ name: 'automation/c1' }], {
    registry: dispatcher.registry,
    logger: createLogger('test', 'silent'),
    open: () => Promise.reject(new Error('it is not started')),
  })
  const { db } = connectAs('waypost_dispatcher')
  const retention = createRetentionMetrics(dispatcher.registry)
  for (const channel of channels) {
    // Its queue and its schedule are not measured.
    dispatcher.watch({ channel, name: channel.service, db }, () => 0)
    dispatcher.unsignedOf(channel.service)(1)
    dispatcher.unsentOf(channel.service)('dns')
    const count = dispatcher.counterOf(channel.service)
    count({ succeeded: true, isLast: false, durationMs: 1, lateMs: 1 })
    retention.watch(`${channel.service}.deliveries`, {
      db,
      clock: systemClock,
      kinds: [expiredDeliveries(channel, 7)],
    })
  }
  return {
    dashboard: await api('waypost_dashboard', createDashboardMetrics),
    'automation-api': await api('waypost_automation_api', measureApi('automation-api')),
    'alias-api': await api('waypost_alias_api', measureApi('alias-api')),
    'automation-runner': runner.registry,
    'browser-host': host.registry,
    'alias-mail': mail.registry,
    dispatcher: dispatcher.registry,
  }
}
