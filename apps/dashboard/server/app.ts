import { createApp, registerHealth, standardErrorForm, type App, type AppOptions } from '@waypost/http'
import { accountRoutes } from './accounts/routes.ts'
import type { KeySweep } from './automation-keys/create-key-sweep.ts'
import { mailFrameRoutes } from './mail-frames/routes.ts'
import type { Pages } from './pages/create-pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { registerSecurityHeaders } from './register-security-headers.ts'
import type { Services } from './services.ts'
import { registerAuthentication } from './sessions/authentication.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createCredentials } from './upstreams/credentials.ts'
import { upstreamRoutes } from './upstreams/routes.ts'
import { signingKeyRoutes } from './signing-keys/routes.ts'

export interface DashboardAppOptions extends Omit<AppOptions, 'errorForm'> {
  services: Services
  keySweep: KeySweep
  pages: Pages
}

/** Accounts and the keys of their tokens over HTTP. */
export function createDashboardApp({ services, keySweep, pages, ...options }: DashboardAppOptions): App {
  const app = createApp({ ...options, errorForm: standardErrorForm })

  registerSecurityHeaders(app, services.publicUrl.protocol === 'https:')
  const authentication = registerAuthentication(app, services)
  const credentials = createCredentials(services)
  registerHealth(app, [services.db])
  accountRoutes(app, services)
  sessionRoutes(app, services, authentication, keySweep)
  upstreamRoutes(app, services, credentials, authentication)
  mailFrameRoutes(app, services, credentials, authentication)
  signingKeyRoutes(app, services)
  pageRoutes(app, pages)
  return app
}
