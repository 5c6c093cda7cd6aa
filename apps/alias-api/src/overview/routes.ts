import { daysQuery, type App } from '@waypost/http'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { getOverview } from './get-overview.ts'
import { overview } from './overview.ts'

export function overviewRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/overview',
    {
      onRequest: allow('analytics:read'),
      config: { action: 'overview.read' },
      schema: {
        operationId: 'getOverview',
        summary: 'Get the emails of the last days, what needs attention, and the limits',
        querystring: daysQuery,
        response: { 200: dataOf(overview) },
      },
    },
    async (request) => ({ data: await getOverview(services, request.actor, request.query.days) }),
  )
}
