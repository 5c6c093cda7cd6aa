import type { App } from '@waypost/http'
import type { ApiServices, Authentication } from '../services.ts'
import { analytics } from './analytics.ts'
import { getAnalytics } from './get-analytics.ts'

export function analyticsRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/analytics',
    {
      onRequest: allow('analytics:read'),
      config: { action: 'analytics.read' },
      schema: {
        operationId: 'getAnalytics',
        summary: 'Get the number of aliases and emails, in all and this month',
        response: { 200: analytics },
      },
    },
    (request) => getAnalytics(services, request.actor),
  )
}
