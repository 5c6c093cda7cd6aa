import { daysQuery, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { getOverview } from './get-overview.ts'
import { overview } from './overview.ts'

export function overviewRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/overview',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'getOverview',
        summary: 'Get how the runs of the last days ended, what needs attention, and the limits',
        querystring: daysQuery,
        response: { 200: overview },
      },
    },
    (request) => getOverview(services, request.actor, request.query.days),
  )
}
