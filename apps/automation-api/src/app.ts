import {
  createApp,
  registerHealth,
  standardErrorForm,
  type App,
  type JwtOptions,
  type Logger,
} from '@waypost/http'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { registerAuthentication } from './authentication.ts'
import { automationRoutes } from './automations/routes.ts'
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

  registerHealth(app, [services.db])
  apiKeyRoutes(app, services, authentication)
  webhookRoutes(app, services, authentication)
  deliveryRoutes(app, services, authentication)
  automationRoutes(app, services, authentication)
  executionRoutes(app, services, authentication)
  return app
}
