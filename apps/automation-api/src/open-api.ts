import { standardErrorForm, type ApiDescription } from '@waypost/http'
import { automationChannel } from '@waypost/webhooks'
import { apiShapes } from './api-shapes.ts'

/** What the document of this API says beyond its routes. */
export const apiDescription: ApiDescription = {
  info: {
    title: 'Waypost automation service',
    version: '1',
    description:
      'Runs scripted browser automations and tells their results by signed webhooks. Paths under `/api/v1` take an API key, all others the JWT of a person who is signed in.',
  },
  errorForm: standardErrorForm,
  channel: automationChannel,
  limitHeaders: ({ isPublic }) =>
    isPublic ? {} : { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' },
  groups: {
    automations: { name: 'Automations', description: 'What to do in a browser, step by step.' },
    executions: { name: 'Executions', description: 'Runs of automations.' },
    pipelines: { name: 'Pipelines', description: 'Automations that run one after the other.' },
    'pipeline-runs': { name: 'Pipeline runs', description: 'Runs of pipelines.' },
    intents: { name: 'Intents', description: 'Requests in plain language.' },
    jobs: { name: 'Jobs', description: 'Runs that wait for their turn.' },
    sessions: {
      name: 'Sessions',
      description: 'What runs left in their browsers, for later ones to start with.',
    },
    'audit-logs': { name: 'Audit logs', description: 'Who did what, from where.' },
  },
  securitySchemes: {
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
  },
  schemas: apiShapes,
}
