import type { App, CellServices, ReadinessCheck } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { startRetention } from '@waypost/retention'
import { watchExpiry } from '../addresses/watch-expiry.ts'
import { createAliasApp } from '../app.ts'
import { startMaintenance } from '../maintenance.ts'
import { retentionKinds } from '../retention/retention-kinds.ts'
import type { ApiServices } from '../services.ts'
import type { ApiProcess } from './api-process.ts'
import { installSettings } from './install-settings.ts'
import { openApiServices, type ApiDatabase } from './open-api-services.ts'

export interface ComposedApi {
  /** It listens nowhere yet. */
  app: App
  services: ApiServices
  checkKeys: ReadinessCheck
}

/** What the first database's application has of the cells. */
export interface CellsOfApi {
  /** Gives requests to their applications. */
  route(app: App, home: Db): void
  findCells(): CellServices<ApiServices>[]
}

/**
 * The whole API on one database: what it works with, what it does by itself, and its application.
 *
 * @param cells of the first database, where there are any
 */
export async function composeApi(
  running: ApiProcess,
  { name, ...where }: ApiDatabase,
  cells?: CellsOfApi,
): Promise<ComposedApi> {
  const { env, logger, onStop, metrics, retentionMetrics } = running
  const { services, database, checkKeys } = await openApiServices(running, where)
  const { db, clock } = services
  await installSettings(running, services)
  onStop(watchExpiry(services, logger))
  onStop(startMaintenance(services, logger))
  onStop(startRetention(name, { db, clock, kinds: retentionKinds(env), logger }, retentionMetrics))
  const app = createAliasApp({
    services,
    jwt: { jwksUrl: env.JWT_JWKS_URL, issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    adminToken: env.ADMIN_TOKEN,
    devOutbox: env.ALIAS_DEV_OUTBOX,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    route: cells && ((own) => cells.route(own, db)),
    findCells: cells?.findCells,
  })
  onStop(() => app.close())
  metrics.watch(app, { [name]: database })
  return { app, services, checkKeys }
}
