import type { App, CellServices, ReadinessCheck } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { createAutomationApp } from '../app.ts'
import type { ApiServices } from '../services.ts'
import type { ApiProcess } from './api-process.ts'
import { openApiServices, type ApiDatabase } from './open-api-services.ts'
import { startSweeps } from './start-sweeps.ts'

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
  database: ApiDatabase,
  cells?: CellsOfApi,
): Promise<ComposedApi> {
  const { env, logger, onStop, metrics } = running
  const { services, pools, checkKeys } = await openApiServices(running, database)
  startSweeps(running, services, database.name)
  const app = createAutomationApp({
    services,
    jwt: { jwksUrl: env.JWT_JWKS_URL, issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    adminToken: env.ADMIN_TOKEN,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    route: cells && ((own) => cells.route(own, services.db)),
    findCells: cells?.findCells,
  })
  onStop(() => app.close())
  metrics.watch(app, pools)
  return { app, services, checkKeys }
}
