import { createApp, registerHealth, standardErrorForm, type App, type AppOptions } from '@waypost/http'
import { checkSealingKeys } from '@waypost/webhooks'
import { ownAccountRoutes } from './accounts/own-account-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { demoSiteRoutes } from './demo-site/routes.ts'
import type { Sweep } from './create-sweep.ts'
import { devOutboxRoutes } from './system-mail/routes.ts'
import { liveViewRoutes } from './live-views/routes.ts'
import { mailFrameRoutes } from './mail-frames/routes.ts'
import type { Pages } from './pages/create-pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { reauthenticationRoutes } from './reauthentication/routes.ts'
import { registerSecurityHeaders } from './register-security-headers.ts'
import type { Services } from './services.ts'
import { registerAuthentication } from './sessions/authentication.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createCredentials } from './upstreams/credentials.ts'
import { upstreamRoutes } from './upstreams/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { signingKeyRoutes } from './signing-keys/routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'

export interface DashboardAppOptions extends Omit<AppOptions, 'errorForm'> {
  services: Services
  keySweep: Sweep
  pages: Pages
  /** Whether anybody may read the sent e-mails. */
  devOutbox?: boolean
}

/** Builds the dashboard's HTTP server. */
export function createDashboardApp({
  services,
  keySweep,
  pages,
  devOutbox,
  ...options
}: DashboardAppOptions): App {
  const app = createApp({ ...options, errorForm: standardErrorForm })

  registerSecurityHeaders(app, services.publicUrl.protocol === 'https:')
  const authentication = registerAuthentication(app, services)
  const credentials = createCredentials(services)
  registerHealth(app, [services.db], [checkSealingKeys({ ...services, schema: 'accounts' })])
  accountRoutes(app, services)
  sessionRoutes(app, services, authentication, keySweep)
  ownAccountRoutes(app, services, authentication, keySweep.soon)
  twoFactorRoutes(app, services, authentication)
  reauthenticationRoutes(app, services, authentication)
  passkeyRoutes(app, services, authentication)
  notificationRoutes(app, services, authentication)
  upstreamRoutes(app, services, credentials, authentication)
  liveViewRoutes(app, services, credentials, authentication)
  mailFrameRoutes(app, services, credentials, authentication)
  signingKeyRoutes(app, services)
  demoSiteRoutes(app)
  if (devOutbox) devOutboxRoutes(app, services)
  pageRoutes(app, pages)
  return app
}
