import type { ApiDescription } from '@waypost/http'
import { aliasChannel } from '@waypost/webhooks'
import { isLimited } from '../authentication/is-limited.ts'
import { apiShapes } from './api-shapes.ts'
import { eventDescriptions } from './event-descriptions.ts'
import { operationDescriptions, requestExamples } from './operation-descriptions.ts'
import { errorForm } from '../answers/error-form.ts'
import { mailShapes } from './mail-shapes.ts'

const limitHeaders = {
  'X-RateLimit-Limit': 'RateLimitLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
} as const

/** The parts of the OpenAPI document that are not in the routes. */
export const apiDescription: ApiDescription = {
  info: {
    title: 'Waypost alias service',
    version: '1',
    description:
      'Creates e-mail aliases, receives and sends mail through them, and notifies you of events by signed webhooks. Paths under `/api/v1` take an API key (`jm_live_…`, or `jm_test_…` for separate test data) or the JWT of a signed-in person; all other paths take the JWT. Texts have no NUL characters.',
  },
  errorForm,
  channel: aliasChannel,
  hasTotalsInBody: true,
  limitHeaders: ({ url }) => (isLimited(url) ? limitHeaders : {}),
  groups: {
    account: { name: 'Account', description: 'The plan and its limits.' },
    addresses: { name: 'Aliases', description: 'Temporary or permanent receiving addresses.' },
    'platform-domains': { name: 'Platform domains', description: 'Shared domains for aliases.' },
    emails: { name: 'Emails', description: 'Emails that aliases have received and sent.' },
    'forwarding-addresses': {
      name: 'Forwarding addresses',
      description: 'Mailboxes elsewhere that mail is forwarded to.',
    },
    domains: { name: 'Custom domains', description: 'An account’s own domains, verified by DNS.' },
    'verify-forwarding': { name: 'Verification', description: 'The page that confirms a mailbox.' },
    overview: { name: 'Overview', description: 'Whether all is well, and what needs attention.' },
    'alias-links': {
      name: 'Links in forwarded mail',
      description: 'The pages that disable and extend an alias.',
    },
    analytics: { name: 'Analytics', description: 'Counts of aliases and emails.' },
    dev: { name: 'Development', description: 'For development only; not available in production.' },
    'audit-logs': { name: 'Audit logs', description: 'What was asked, by which key and from where.' },
    admin: { name: 'Administration', description: 'For operators of the service.' },
  },
  events: eventDescriptions,
  operations: operationDescriptions,
  requests: requestExamples,
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'jm_live_… or jm_test_…' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    adminToken: { type: 'http', scheme: 'bearer', bearerFormat: 'ADMIN_TOKEN' },
  },
  schemas: { ...mailShapes, ...apiShapes },
}
