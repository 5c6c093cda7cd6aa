import type { App, ReadinessCheck } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { createAutomationApp } from '../app.ts'
import type { ApiProcess } from './api-process.ts'
import { openApiServices } from './open-api-services.ts'
import { startSweeps } from './start-sweeps.ts'

export interface ComposedApi {
  /** It listens nowhere yet. */
  app: App
  db: Db
  checkKeys: ReadinessCheck
}

/** The whole API on one database: what it works with, what it does by itself, and its application. */
export async function composeApi(running: ApiProcess, url: string): Promise<ComposedApi> {
  const { env, logger, onStop, metrics } = running
  const { services, pools, checkKeys } = await openApiServices(running, url)
  startSweeps(running, services)
  const app = createAutomationApp({
    services,
    jwt: { jwksUrl: env.JWT_JWKS_URL, issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
    adminToken: env.ADMIN_TOKEN,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
  })
  onStop(() => app.close())
  metrics.watch(app, pools)
  return { app, db: services.db, checkKeys }
}
