import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import { dataOf } from '../answers/answer-schemas.ts'
import { domain } from '../domains/domain.ts'
import type { ApiServices, Authentication } from '../services.ts'
import {
  claimSubdomain,
  namesUsedUp,
  nameTaken,
  newSubdomain,
  notByTestKeys,
  platformDomainNotFound,
} from './claim-subdomain.ts'
import { listPlatformDomains } from './list-platform-domains.ts'
import { platformDomain } from './platform-domain.ts'

export function platformDomainRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/platform-domains',
    {
      onRequest: allow('emails:read'),
      config: { action: 'platform_domain.list' },
      schema: {
        operationId: 'listPlatformDomains',
        summary: 'List platform domains and the plans that can use them',
        response: { 200: dataOf(z.array(platformDomain)) },
      },
    },
    async () => ({ data: await listPlatformDomains(services) }),
  )
  app.post(
    '/api/v1/platform-domains/:id/subdomains',
    {
      onRequest: allow('domains:manage'),
      config: {
        action: 'domain.claim',
        idempotent: true,
        errors: {
          403: ['The plan … has no names below …', 'Subdomain limit reached: …', namesUsedUp, notByTestKeys],
          404: platformDomainNotFound,
          409: nameTaken,
        },
      },
      schema: {
        operationId: 'claimSubdomain',
        summary: 'Claim a subdomain of a platform domain, to have aliases on',
        params: idParameter,
        body: newSubdomain,
        response: { 201: dataOf(domain) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await claimSubdomain(inside, request.actor, request.params.id, request.body),
      })),
  )
}
