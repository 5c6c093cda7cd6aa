import type { ApiDescription } from '@waypost/http'
import { aliasChannel } from '@waypost/webhooks'
import { isLimited } from '../authentication/admission.ts'
import { apiShapes } from './api-shapes.ts'
import { errorForm } from '../answers/error-form.ts'
import { mailShapes } from './mail-shapes.ts'

/** What the document of this API says beyond its routes. */
export const apiDescription: ApiDescription = {
  info: {
    title: 'Waypost alias service',
    version: '1',
    description:
      'Makes e-mail aliases, receives and sends mail by them, and tells what happens by signed webhooks. Paths under `/api/v1` take an API key (`jm_live_…`, or `jm_test_…` for data that is kept apart) or the JWT of a person who is signed in, all others the JWT.',
  },
  errorForm,
  channel: aliasChannel,
  hasTotalsInBody: true,
  isLimited,
  groups: {
    account: { name: 'Account', description: 'The plan, and what it allows.' },
    addresses: { name: 'Aliases', description: 'Addresses that receive mail for a while.' },
    'platform-domains': { name: 'Platform domains', description: 'Domains on which aliases can be had.' },
    emails: { name: 'Emails', description: 'What aliases have received and sent.' },
    'forwarding-addresses': {
      name: 'Forwarding addresses',
      description: 'Mailboxes elsewhere that mail can be forwarded to.',
    },
    domains: { name: 'Custom domains', description: 'Domains of an account’s own, verified by DNS.' },
    'verify-forwarding': { name: 'Verification', description: 'The page that confirms a mailbox.' },
    analytics: { name: 'Analytics', description: 'How much there was of everything.' },
    dev: { name: 'Development', description: 'For developers; not there in production.' },
    'audit-logs': { name: 'Audit logs', description: 'What was asked, by which key and from where.' },
    admin: { name: 'Administration', description: 'For whoever operates the service.' },
  },
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'jm_live_… or jm_test_…' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    adminToken: { type: 'http', scheme: 'bearer', bearerFormat: 'ADMIN_TOKEN' },
  },
  schemas: { ...mailShapes, ...apiShapes },
}
