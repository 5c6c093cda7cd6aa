import { createApp, registerHealth, registerOpenApi, type App, type Logger } from '@waypost/http'
import { errorForm } from './error-form.ts'
import { apiDescription } from './open-api.ts'
import type { ApiServices } from './services.ts'

export interface AliasAppOptions {
  services: ApiServices
  logger: Logger
  trustProxy: boolean | string
  corsOrigins: string[]
}

/** The alias service over HTTP. */
export function createAliasApp({ services, ...options }: AliasAppOptions): App {
  const app = createApp({ ...options, errorForm })

  registerOpenApi(app, apiDescription)
  app.register((routes, _options, done) => {
    registerHealth(routes, [services.db])
    done()
  })
  return app
}
