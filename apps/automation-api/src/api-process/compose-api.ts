import type { App, ReadinessCheck } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { createAutomationApp } from '../app.ts'
import type { ApiProcess } from './api-process.ts'
import { openApiServices, type ApiDatabase } from './open-api-services.ts'
import { startSweeps } from './start-sweeps.ts'

export interface ComposedApi {
  /** It listens nowhere yet. */
  app: App
  db: Db
  checkKeys: ReadinessCheck
}

/**
 * The whole API on one database: what it works with, what it does by itself, and its application.
 *
 * @param route gives requests to applications on other databases
 */
export async function composeApi(
  running: ApiProcess,
  database: ApiDatabase,
  route?: (app: App, db: Db) => void,
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
    route: route && ((own) => route(own, services.db)),
  })
  onStop(() => app.close())
  metrics.watch(app, pools)
  return { app, db: services.db, checkKeys }
}
