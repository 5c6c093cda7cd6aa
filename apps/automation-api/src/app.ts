import {
  createApp,
  createOnce,
  registerHealth,
  registerOpenApi,
  standardErrorForm,
  type App,
  type CellServices,
  type JwtOptions,
  type Logger,
} from '@waypost/http'
import { checkSealingKeys } from '@waypost/webhooks'
import { accountRoutes } from './accounts/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { registerAuthentication } from './authentication.ts'
import { artifactRoutes } from './artifacts/routes.ts'
import { auditLogRoutes } from './audit-logs/routes.ts'
import { recordRefusals } from './audit-logs/record-refusals.ts'
import { automationRoutes } from './automations/routes.ts'
import { chromeRecordingRoutes } from './automations/chrome-recorder/routes.ts'
import { runRoutes } from './automations/run-routes.ts'
import { versionRoutes } from './automations/versions/routes.ts'
import { progressRoutes } from './executions/progress/progress-routes.ts'
import { liveViewRoutes } from './executions/live/routes.ts'
import { waitingRoutes } from './executions/waiting/routes.ts'
import { executionRoutes } from './executions/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { healRoutes } from './heals/routes.ts'
import { intentRoutes } from './intents/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { limitAdminRoutes, limitRoutes } from './limits/routes.ts'
import { apiDescription } from './open-api.ts'
import { noticeRoutes } from './notices/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { pipelineRunRoutes } from './pipeline-runs/routes.ts'
import { pipelineRoutes } from './pipelines/routes.ts'
import { pipelineControlRoutes } from './pipelines/run-routes.ts'
import { recordingRoutes } from './recordings/routes.ts'
import type { ApiServices } from './services.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { secretRoutes } from './secrets/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { allDeliveryRoutes } from './webhooks/all-delivery-routes.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { feedRoutes } from './webhooks/feed-routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface AutomationAppOptions {
  services: ApiServices
  jwt: JwtOptions
  /** The token that operators authenticate with; without one there are no routes for operators. */
  adminToken: string | undefined
  logger: Logger
  trustProxy: boolean | string
  corsOrigins: string[]
  /** Gives requests to the applications of cells; of the first database's application, where there are any. */
  route?: ((app: App) => void) | undefined
  /** The cells by their names, likewise. */
  findCells?: (() => CellServices<ApiServices>[]) | undefined
}

/** The automation service over HTTP. */
export function createAutomationApp({
  services,
  jwt,
  adminToken,
  route,
  findCells = () => [],
  ...options
}: AutomationAppOptions): App {
  const app = createApp({ ...options, errorForm: standardErrorForm })
  route?.(app)
  const authentication = registerAuthentication(app, services, jwt, adminToken)
  const once = createOnce(services, 'automation', ({ actor }) => actor.ownerId)

  recordRefusals(app, services)
  registerOpenApi(app, apiDescription)
  app.register((routes, _options, done) => {
    registerHealth(routes, [services.db], [checkSealingKeys({ ...services, schema: 'automation' })])
    accountRoutes(routes, services, authentication)
    limitRoutes(routes, services, authentication)
    overviewRoutes(routes, services, authentication)
    apiKeyRoutes(routes, services, authentication, once)
    webhookRoutes(routes, services, authentication, once)
    deliveryRoutes(routes, services, authentication, once)
    allDeliveryRoutes(routes, services, authentication)
    feedRoutes(routes, services, authentication)
    automationRoutes(routes, services, authentication, once)
    chromeRecordingRoutes(routes, services, authentication, once)
    recordingRoutes(routes, services, authentication, once)
    runRoutes(routes, services, authentication, once)
    versionRoutes(routes, services, authentication, once)
    healRoutes(routes, services, authentication)
    executionRoutes(routes, services, authentication)
    waitingRoutes(routes, services, authentication)
    liveViewRoutes(routes, services, authentication)
    artifactRoutes(routes, services, authentication)
    progressRoutes(routes, services, authentication)
    pipelineRoutes(routes, services, authentication, once)
    pipelineControlRoutes(routes, services, authentication, once)
    pipelineRunRoutes(routes, services, authentication)
    jobRoutes(routes, services, authentication, once)
    intentRoutes(routes, services, authentication, once)
    scheduleRoutes(routes, services, authentication, once)
    noticeRoutes(routes, services, authentication, findCells)
    sessionRoutes(routes, services, authentication)
    secretRoutes(routes, services, authentication)
    fileRoutes(routes, services, authentication)
    auditLogRoutes(routes, services, authentication)
    if (adminToken !== undefined) limitAdminRoutes(routes, services, authentication, findCells)
    done()
  })
  return app
}
