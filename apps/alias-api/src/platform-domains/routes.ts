import { z } from 'zod'
import type { App } from '@waypost/http'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { listPlatformDomains } from './list-platform-domains.ts'
import { platformDomain } from './platform-domain.ts'

export function platformDomainRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
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
}
