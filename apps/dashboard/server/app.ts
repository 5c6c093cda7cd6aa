import { createApp, registerHealth, standardErrorForm, type App, type AppOptions } from '@waypost/http'
import { accountRoutes } from './accounts/routes.ts'
import type { Services } from './services.ts'
import { registerAuthentication } from './sessions/authentication.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signingKeyRoutes } from './signing-keys/routes.ts'

export interface DashboardAppOptions extends Omit<AppOptions, 'errorForm'> {
  services: Services
}

/** Accounts and the keys of their tokens over HTTP. */
export function createDashboardApp({ services, ...options }: DashboardAppOptions): App {
  const app = createApp({ ...options, errorForm: standardErrorForm })

  const authentication = registerAuthentication(app, services)
  registerHealth(app, [services.db])
  accountRoutes(app, services)
  sessionRoutes(app, services, authentication)
  signingKeyRoutes(app, services)
  return app
}
