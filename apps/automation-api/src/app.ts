import {
  createApp,
  createOnce,
  registerHealth,
  standardErrorForm,
  type App,
  type JwtOptions,
  type Logger,
} from '@waypost/http'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { registerAuthentication } from './authentication.ts'
import { auditLogRoutes } from './audit-logs/routes.ts'
import { recordRefusals } from './audit-logs/record-refusals.ts'
import { automationRoutes } from './automations/routes.ts'
import { versionRoutes } from './automations/version-routes.ts'
import { executionRoutes } from './executions/routes.ts'
import type { ApiServices } from './services.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface AutomationAppOptions {
  services: ApiServices
  jwt: JwtOptions
  logger: Logger
  trustProxy: boolean | string
  corsOrigins: string[]
}

/** The automation service over HTTP. */
export function createAutomationApp({ services, jwt, ...options }: AutomationAppOptions): App {
  const app = createApp({ ...options, errorForm: standardErrorForm })
  const authentication = registerAuthentication(app, services, jwt)
  const once = createOnce(services, 'automation', ({ actor }) => actor.ownerId)

  registerHealth(app, [services.db])
  recordRefusals(app, services)
  apiKeyRoutes(app, services, authentication, once)
  webhookRoutes(app, services, authentication, once)
  deliveryRoutes(app, services, authentication, once)
  automationRoutes(app, services, authentication, once)
  versionRoutes(app, services, authentication, once)
  executionRoutes(app, services, authentication)
  auditLogRoutes(app, services, authentication)
  return app
}
