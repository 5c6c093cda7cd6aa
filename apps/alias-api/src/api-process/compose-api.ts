import type { App, ReadinessCheck } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { startRetention } from '@waypost/retention'
import { watchExpiry } from '../addresses/watch-expiry.ts'
import { createAliasApp } from '../app.ts'
import { startMaintenance } from '../maintenance.ts'
import { retentionKinds } from '../retention/retention-kinds.ts'
import type { ApiProcess } from './api-process.ts'
import { installSettings } from './install-settings.ts'
import { openApiServices } from './open-api-services.ts'

export interface ComposedApi {
  /** It listens nowhere yet. */
  app: App
  db: Db
  checkKeys: ReadinessCheck
}

/** The whole API on one database: what it works with, what it does by itself, and its application. */
export async function composeApi(running: ApiProcess, url: string): Promise<ComposedApi> {
  const { env, logger, onStop, metrics, retentionMetrics } = running
  const { services, database, checkKeys } = await openApiServices(running, url)
  const { db, clock } = services
  await installSettings(running, services)
  onStop(watchExpiry(services, logger))
  onStop(startMaintenance(services, logger))
  onStop(startRetention('alias', { db, clock, kinds: retentionKinds(env), logger }, retentionMetrics))
  const app = createAliasApp({
    services,
    jwt: { jwksUrl: env.JWT_JWKS_URL, issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    adminToken: env.ADMIN_TOKEN,
    devOutbox: env.ALIAS_DEV_OUTBOX,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
  })
  onStop(() => app.close())
  metrics.watch(app, { alias: database })
  return { app, db, checkKeys }
}
