import type { ApiDescription } from '@waypost/http'
import { aliasChannel, loggedDelivery } from '@waypost/webhooks'
import { account } from './accounts/account.ts'
import { heldAccess } from './accounts/held-access.ts'
import { address, addressChange, createdAddress, newAddress } from './addresses/address.ts'
import { isLimited } from './admission.ts'
import { apiKey, createdApiKey, newApiKey } from './api-keys/api-key.ts'
import { auditLog } from './audit-logs/audit-log.ts'
import { errorForm } from './error-form.ts'
import { mailSchemas } from './open-api-mail.ts'
import { platformDomain } from './platform-domains/platform-domain.ts'
import { createdWebhook, newWebhook, webhook, webhookChange } from './webhooks/webhook.ts'

const at = '2026-03-02T09:30:00.000Z'
const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'

const key = {
  id,
  name: 'Nightly reports',
  prefix: 'jm_live_1f0c',
  scopes: ['emails:read', 'emails:write'],
  mode: 'live',
  createdAt: at,
  lastUsedAt: null,
  revokedAt: null,
}
const alias = {
  id,
  address: 'newsletters-x4k9mpq7t2vw@waypost.test',
  alias: 'Newsletters',
  isActive: true,
  createdAt: at,
  expiresAt: '2026-04-01T09:30:00.000Z',
}
const registered = { url: 'https://hooks.example/waypost', events: ['email.received', 'address.expired'] }
const delivery = {
  id,
  event: 'address.expired',
  status: 'delivered',
  createdAt: at,
  endedAt: at,
  nextAttemptAt: null,
  failedAttempts: 0,
  body: '{"event":"address.expired","timestamp":1772443800000,"data":{}}',
  attempts: [
    {
      number: 1,
      startedAt: at,
      durationMs: 42,
      status: 204,
      error: null,
      requestHeaders: { 'X-Service-Timestamp': '1772443800000' },
      responseBody: '',
    },
  ],
}

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
    'api-keys': { name: 'API keys', description: 'Credentials for programs. Managed by people only.' },
    account: { name: 'Account', description: 'The plan, and what it allows.' },
    'held-access': {
      name: 'Account recovery',
      description: 'What is switched off, and what its owner keeps.',
    },
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
    webhooks: { name: 'Webhooks', description: 'Where events go, and what became of them.' },
    dev: { name: 'Development', description: 'For developers; not there in production.' },
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
  schemas: {
    ...mailSchemas,
    HeldAccess: {
      schema: heldAccess,
      example: { id, kind: 'api_key', name: key.name, target: key.prefix, createdAt: at, heldAt: at },
    },
    ApiKey: { schema: apiKey, example: key },
    NewApiKey: { schema: newApiKey, example: { name: key.name, scopes: key.scopes, mode: 'live' } },
    CreatedApiKey: {
      schema: createdApiKey,
      example: { apiKey: key, rawKey: `jm_live_${'1f0c9a2b'.repeat(6)}` },
    },
    Account: {
      schema: account,
      example: {
        id,
        email: 'ada@example.com',
        plan: 'business',
        limits: {
          requestsPerMinute: 100,
          minTtlSeconds: 60,
          defaultTtlSeconds: 2_592_000,
          maxTtlSeconds: 2_592_000,
          customDomains: true,
        },
      },
    },
    Alias: { schema: address, example: alias },
    NewAlias: { schema: newAddress, example: { alias: alias.alias, expiresIn: 86_400 } },
    AliasChange: { schema: addressChange, example: { isActive: false } },
    CreatedAlias: { schema: createdAddress, example: { ...alias, forwarding: null } },
    PlatformDomain: {
      schema: platformDomain,
      example: { id, domain: 'waypost.test', plans: ['free', 'pro', 'business'] },
    },
    Webhook: {
      schema: webhook,
      example: {
        id,
        ...registered,
        isActive: true,
        failureCount: 0,
        lastTriggeredAt: at,
        lastStatus: 200,
        disabledAt: null,
        disabledReason: null,
        createdAt: at,
      },
    },
    NewWebhook: { schema: newWebhook, example: registered },
    WebhookChange: { schema: webhookChange, example: { events: ['email.received'] } },
    CreatedWebhook: {
      schema: createdWebhook,
      example: { id, ...registered, secret: 'whsec_shown-this-once', createdAt: at },
    },
    Delivery: { schema: loggedDelivery, example: delivery },
    AuditLog: {
      schema: auditLog,
      example: {
        id,
        action: 'address.create',
        method: 'POST',
        path: '/api/v1/addresses',
        statusCode: 201,
        keyId: id,
        ip: '203.0.113.7',
        createdAt: at,
      },
    },
  },
}
