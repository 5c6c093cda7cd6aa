import { standardErrorForm, type ApiDescription } from '@waypost/http'
import { automationChannel } from '@waypost/webhooks'
import { apiShapes } from './api-shapes.ts'
import { eventDescriptions } from './event-descriptions.ts'
import { operationDescriptions, requestExamples } from './operation-descriptions.ts'

/** The parts of this API's document that are not in its routes. */
export const apiDescription: ApiDescription = {
  info: {
    title: 'Waypost automation service',
    version: '1',
    description:
      'Runs scripted browser automations and reports their results by signed webhooks. Paths under `/api/v1` take an API key, all others the JWT of a signed-in person. Texts have no NUL characters.',
  },
  errorForm: standardErrorForm,
  channel: automationChannel,
  limitHeaders: ({ isPublic }) =>
    isPublic ? {} : { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' },
  groups: {
    automations: { name: 'Automations', description: 'Steps to perform in a browser.' },
    executions: { name: 'Executions', description: 'Runs of automations.' },
    heals: { name: 'Heals', description: 'Elements that runs have found again.' },
    recordings: {
      name: 'Recordings',
      description: 'Steps that a person takes in a browser, to be an automation.',
    },
    pipelines: { name: 'Pipelines', description: 'Automations that run one after the other.' },
    'pipeline-runs': { name: 'Pipeline runs', description: 'Runs of pipelines.' },
    intents: { name: 'Intents', description: 'Requests in plain language.' },
    jobs: { name: 'Jobs', description: 'Runs that wait for their turn.' },
    schedules: { name: 'Schedules', description: 'Runs that start by the clock.' },
    sessions: {
      name: 'Sessions',
      description: 'Browser state that runs saved, for later runs to start with.',
    },
    files: { name: 'Files', description: 'Files of the account, which steps upload.' },
    secrets: { name: 'Secrets', description: 'Passwords and other texts that only runs read.' },
    'audit-logs': { name: 'Audit logs', description: 'Who did what, from where.' },
    overview: { name: 'Overview', description: 'Whether all is well, and what needs attention.' },
    account: { name: 'Account', description: 'The time zone, the limits, and what of them is used.' },
    admin: { name: 'Administration', description: 'For operators of the service.' },
  },
  events: eventDescriptions,
  operations: operationDescriptions,
  requests: requestExamples,
  securitySchemes: {
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
    adminToken: { type: 'http', scheme: 'bearer', bearerFormat: 'ADMIN_TOKEN' },
  },
  schemas: apiShapes,
}
