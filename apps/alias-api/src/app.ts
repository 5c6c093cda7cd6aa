import {
  createApp,
  createOnce,
  registerHealth,
  registerJwt,
  registerOpenApi,
  type App,
  type CellServices,
  type JwtOptions,
  type Logger,
} from '@waypost/http'
import { checkSealingKeys } from '@waypost/webhooks'
import { heldAccessRoutes } from './accounts/held-access-routes.ts'
import { accountAdminRoutes, accountRoutes } from './accounts/routes.ts'
import { addressRoutes } from './addresses/routes.ts'
import { registerAdmission, type Admit } from './authentication/admission.ts'
import { aliasLinkRoutes } from './alias-links/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditLogRoutes } from './audit-logs/routes.ts'
import { recordRequests } from './audit-logs/record-requests.ts'
import { registerAuthentication } from './authentication/authentication.ts'
import { contactRoutes } from './contacts/routes.ts'
import { domainRuleRoutes } from './domain-rules/routes.ts'
import { domainAdminRoutes, domainRoutes } from './domains/routes.ts'
import { emailFileRoutes } from './email-files/file-routes.ts'
import { emailRoutes } from './emails/routes.ts'
import { sendRoutes } from './emails/send-routes.ts'
import { emailStreamRoutes } from './arrivals/stream-routes.ts'
import { mailRuleRoutes } from './mail-rules/routes.ts'
import { mailboxExportRoutes } from './mailbox-export/routes.ts'
import { errorForm } from './answers/error-form.ts'
import { apiDescription } from './open-api/open-api.ts'
import { noticeRoutes } from './notices/routes.ts'
import { remoteImageRoutes } from './remote-images/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { platformDomainRoutes } from './platform-domains/routes.ts'
import { devOutboxRoutes } from './outbound/routes.ts'
import { forwardingRuleRoutes } from './forwarding-rules/routes.ts'
import { forwardingAddressRoutes } from './forwarding-addresses/routes.ts'
import { verificationRoutes } from './forwarding-addresses/verification-routes.ts'
import type { ApiServices } from './services.ts'
import { smtpLogRoutes } from './smtp-log/routes.ts'
import { allDeliveryRoutes } from './webhooks/all-delivery-routes.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { feedRoutes } from './webhooks/feed-routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface AliasAppOptions {
  services: ApiServices
  jwt: JwtOptions
  /** The token that operators authenticate with; without one there are no routes for operators. */
  adminToken: string | undefined
  /** Whether anybody may read the development outbox, which holds mail that would have been sent. */
  devOutbox?: boolean
  logger: Logger
  trustProxy: boolean | string
  corsOrigins: string[]
  /** Gives requests to the applications of cells; of the first database's application, where there are any. */
  route?: ((app: App) => void) | undefined
  /** The cells by their names, likewise. */
  findCells?: (() => CellServices<ApiServices>[]) | undefined
}

/** The alias service's HTTP API. */
export function createAliasApp({
  services,
  jwt,
  adminToken,
  devOutbox,
  route,
  findCells = () => [],
  ...options
}: AliasAppOptions): App {
  const onBadUrl: Admit = (request, reply) => admit(request, reply)
  const app = createApp({ ...options, errorForm, onBadUrl })
  route?.(app)
  const authenticateJwt = registerJwt(app, jwt)
  const admit = registerAdmission(app, services, authenticateJwt)
  const authentication = registerAuthentication(app, authenticateJwt, adminToken)
  const once = createOnce(services, 'alias', ({ actor }) => actor.ownerId)

  recordRequests(app, services)
  registerOpenApi(app, apiDescription)
  app.register((routes, _options, done) => {
    registerHealth(routes, [services.db], [checkSealingKeys({ ...services, schema: 'alias' })])
    apiKeyRoutes(routes, services, authentication, once)
    accountRoutes(routes, services, authentication)
    heldAccessRoutes(routes, services, authentication)
    addressRoutes(routes, services, authentication, once)
    contactRoutes(routes, services, authentication)
    mailboxExportRoutes(routes, services, authentication)
    platformDomainRoutes(routes, services, authentication, once)
    smtpLogRoutes(routes, services, authentication)
    emailRoutes(routes, services, authentication)
    sendRoutes(routes, services, authentication, once)
    emailFileRoutes(routes, services, authentication)
    remoteImageRoutes(routes, services, authentication)
    emailStreamRoutes(routes, services, authentication)
    analyticsRoutes(routes, services, authentication)
    overviewRoutes(routes, services, authentication)
    forwardingAddressRoutes(routes, services, authentication, once)
    forwardingRuleRoutes(routes, services, authentication)
    mailRuleRoutes(routes, services, authentication)
    noticeRoutes(routes, services, authentication, findCells)
    verificationRoutes(routes, services)
    aliasLinkRoutes(routes, services)
    domainRoutes(routes, services, authentication, once)
    domainRuleRoutes(routes, services, authentication, once)
    webhookRoutes(routes, services, authentication, once)
    deliveryRoutes(routes, services, authentication, once)
    allDeliveryRoutes(routes, services, authentication)
    feedRoutes(routes, services, authentication)
    auditLogRoutes(routes, services, authentication)
    if (devOutbox) devOutboxRoutes(routes, services)
    if (adminToken !== undefined) {
      domainAdminRoutes(routes, services, authentication)
      accountAdminRoutes(routes, services, authentication, findCells)
    }
    done()
  })
  return app
}
