import type { ApiDescription } from '@waypost/http'
import { errorForm } from './error-form.ts'

/** What the document of this API says beyond its routes. */
export const apiDescription: ApiDescription = {
  info: {
    title: 'Waypost alias service',
    version: '1',
    description:
      'Makes e-mail aliases, receives and sends mail by them, and tells what happens by signed webhooks.',
  },
  errorForm,
  groups: {
    'api-keys': { name: 'API keys', description: 'Credentials for programs. Managed by people only.' },
    account: { name: 'Account', description: 'The plan, and what it allows.' },
    addresses: { name: 'Aliases', description: 'Addresses that receive mail for a while.' },
    'platform-domains': { name: 'Platform domains', description: 'Domains on which aliases can be had.' },
    emails: { name: 'Emails', description: 'What aliases have received and sent.' },
    analytics: { name: 'Analytics', description: 'How much there was of everything.' },
    webhooks: { name: 'Webhooks', description: 'Where events go, and what became of them.' },
    'audit-logs': { name: 'Audit logs', description: 'What was asked, by which key and from where.' },
    admin: { name: 'Administration', description: 'For whoever operates the service.' },
    healthz: { name: 'Health', description: 'For whoever operates the service.' },
    readyz: { name: 'Health', description: 'For whoever operates the service.' },
  },
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'jm_live_… or jm_test_…' },
    jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    adminToken: { type: 'http', scheme: 'bearer', bearerFormat: 'ADMIN_TOKEN' },
  },
  schemas: {},
}
