import type { ApiDescription } from '@waypost/http'
import { aliasChannel, deliveryShape, receivedDeliveryShape, webhookHealthShape } from '@waypost/webhooks'
import { account } from '../accounts/account.ts'
import { heldAccess } from '../accounts/held-access.ts'
import { addressImport, newAddressImport } from '../address-import/address-import.ts'
import { address, addressChange, createdAddress, newAddress } from '../addresses/address.ts'
import { apiKey, createdApiKey, newApiKey } from '../api-keys/api-key.ts'
import { auditLog } from '../audit-logs/audit-log.ts'
import { overview } from '../overview/overview.ts'
import { platformDomain } from '../platform-domains/platform-domain.ts'
import { createdWebhook, newWebhook, webhook, webhookChange } from '../webhooks/webhook.ts'

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

const usage = {
  recipientsPerDay: { used: 12, limit: 5000, resetsAt: '2026-03-03T00:00:00.000Z' },
  storedBytes: { used: 52_428_800, limit: 1_073_741_824 },
  webhooks: { used: 2, limit: 100 },
  addresses: { used: 340, limit: 50_000 },
  forwardingAddresses: { used: 3, limit: 500 },
  domains: { used: 1, limit: 100 },
  subdomains: { used: 0, limit: 1 },
  addressesByRulePerHour: { used: 3, limit: 100, resetsAt: '2026-03-02T10:00:00.000Z' },
  webhookPostsPerMinute: { used: 7, limit: 600, resetsAt: '2026-03-02T09:31:05.000Z' },
}

/** The named schemas of the API, each with an example; those of mail are in mail-shapes.ts. */
export const apiShapes: ApiDescription['schemas'] = {
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
      usage,
      sending: { isAllowed: true, reason: null },
    },
  },
  Overview: {
    schema: overview,
    example: {
      timeZone: 'UTC',
      days: [{ date: '2026-03-02', received: 37, sent: 2 }],
      emails: { received: 37, sent: 2, failed: 0 },
      sending: { isAllowed: true, reason: null },
      forwardingAddresses: { suspended: 0, unverified: 1 },
      domains: { pending: 0 },
      webhooks: {
        failing: 0,
        disabled: 0,
        days: [{ date: '2026-03-02', succeeded: 41, failed: 0 }],
      },
      usage,
    },
  },
  Alias: { schema: address, example: alias },
  NewAlias: { schema: newAddress, example: { alias: alias.alias, expiresIn: 86_400 } },
  AliasChange: { schema: addressChange, example: { isActive: false } },
  CreatedAlias: { schema: createdAddress, example: { ...alias, forwarding: null } },
  NewAliasImport: {
    schema: newAddressImport,
    example: { csv: 'alias,note,enabled,mailboxes\nshop@ada.dev,Shop,True,ada@example.org\n' },
  },
  AliasImport: {
    schema: addressImport,
    example: {
      created: 1,
      exists: 0,
      refused: 0,
      rows: [
        {
          line: 2,
          address: 'shop@ada.dev',
          status: 'created',
          addressId: id,
          forwardToEmail: 'ada@example.org',
          forwardToEmails: ['ada@example.org', 'grace@example.org'],
          leftOut: [{ email: 'new@example.org', reason: 'Not confirmed yet' }],
          reason: null,
        },
      ],
    },
  },
  PlatformDomain: {
    schema: platformDomain,
    example: { id, domain: 'in.waypost.test', plans: ['pro', 'business'], hasSubdomains: true },
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
  WebhookHealth: webhookHealthShape,
  WebhookChange: { schema: webhookChange, example: { events: ['email.received'] } },
  CreatedWebhook: {
    schema: createdWebhook,
    example: { id, ...registered, secret: 'whsec_shown-this-once', createdAt: at },
  },
  Delivery: deliveryShape(aliasChannel, 'address.expired'),
  ReceivedDelivery: receivedDeliveryShape(aliasChannel, 'address.expired'),
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
}
