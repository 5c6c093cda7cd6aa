import type { AliasApi, AutomationApi } from '@waypost/sdk'
import type { Session } from '../client/accounts.ts'

/** Sample records with the types of the services' OpenAPI documents. */

export const at = '2026-03-02T09:30:00.000Z'
const inTheFuture = '2126-03-02T09:30:00.000Z'

export const session: Session = {
  account: { id: 'account', email: 'ada@example.com', emailConfirmed: true, createdAt: at },
  session: { id: 'session', createdAt: at, expiresAt: inTheFuture },
}

export const account: AliasApi.Account = {
  id: 'account',
  email: 'ada@example.com',
  plan: 'business',
  limits: {
    requestsPerMinute: 100,
    minTtlSeconds: 60,
    defaultTtlSeconds: 2_592_000,
    maxTtlSeconds: 2_592_000,
    customDomains: true,
  },
  usage: {
    recipientsPerDay: { used: 12, limit: 5000, resetsAt: inTheFuture },
    storedBytes: { used: 52_428_800, limit: 1_073_741_824 },
    webhooks: { used: 2, limit: 100 },
    addresses: { used: 340, limit: 50_000 },
    forwardingAddresses: { used: 3, limit: 500 },
    domains: { used: 1, limit: 100 },
    subdomains: { used: 0, limit: 1 },
    addressesByRulePerHour: { used: 3, limit: 100, resetsAt: inTheFuture },
    webhookPostsPerMinute: { used: 0, limit: 600, resetsAt: null },
  },
  sending: { isAllowed: true, reason: null },
}

export const automationAccount: AutomationApi.Account = {
  id: 'account',
  timeZone: null,
  limits: {
    activeRuns: { used: 2, limit: 20, resetsAt: null },
    waitingRuns: { used: 1, limit: 200, resetsAt: null },
    waitingJobs: { used: 0, limit: 1000, resetsAt: null },
    waitingIntents: { used: 0, limit: 100, resetsAt: null },
    runMinutesPerDay: { used: 61, limit: 1440, resetsAt: inTheFuture },
    activeRecordings: { used: 0, limit: 1, resetsAt: null },
    recordingMinutesPerDay: { used: 3, limit: 240, resetsAt: inTheFuture },
    automations: { used: 12, limit: 500, resetsAt: null },
    versionsKept: { used: 7, limit: 50, resetsAt: null },
    bytesStored: { used: 52_428_800, limit: 1_073_741_824, resetsAt: null },
    pipelines: { used: 3, limit: 200, resetsAt: null },
    schedules: { used: 3, limit: 200, resetsAt: null },
    pipelineMembers: { used: 4, limit: 50, resetsAt: null },
    webhooks: { used: 5, limit: 100, resetsAt: null },
    requestsPerMinute: { used: 0, limit: 600, resetsAt: null },
    webhookPostsPerMinute: { used: 0, limit: 600, resetsAt: null },
  },
}

const dates = ['2026-02-28', '2026-03-01', '2026-03-02']

export const automationOverview = (change: Partial<AutomationApi.Overview> = {}): AutomationApi.Overview => ({
  timeZone: 'UTC',
  days: dates.map((date, index) => ({ date, completed: 10 * index, failed: index, stopped: 0 })),
  runs: { completed: 30, failed: 3, stopped: 0, successRate: 30 / 33, p95DurationMs: 8611 },
  failures: [],
  schedules: [],
  webhooks: { failing: 0, disabled: 0, days: dates.map((date) => ({ date, succeeded: 0, failed: 0 })) },
  limits: automationAccount.limits,
  ...change,
})

export const aliasOverview = (change: Partial<AliasApi.Overview> = {}): AliasApi.Overview => ({
  timeZone: 'UTC',
  days: dates.map((date, index) => ({ date, received: 5 * index, sent: index })),
  emails: { received: 15, sent: 3, failed: 0 },
  sending: { isAllowed: true, reason: null },
  forwardingAddresses: { suspended: 0, unverified: 0 },
  domains: { pending: 0 },
  webhooks: { failing: 0, disabled: 0, days: dates.map((date) => ({ date, succeeded: 0, failed: 0 })) },
  usage: account.usage,
  ...change,
})

export const address = (change: Partial<AliasApi.Alias> = {}): AliasApi.Alias => ({
  id: 'address',
  address: 'shop-x4k9@waypost.test',
  alias: 'The shop',
  isActive: true,
  createdAt: at,
  expiresAt: inTheFuture,
  ...change,
})

export const email = (change: Partial<AliasApi.Email> = {}): AliasApi.Email => ({
  id: 'email',
  addressId: 'address',
  threadId: 'email',
  type: 'received',
  from: 'orders@shop.example',
  fromName: 'The shop',
  to: 'shop-x4k9@waypost.test',
  subject: 'Your order',
  bodyText: 'It is on its way.',
  bodyHtml: '',
  isRead: false,
  isStarred: false,
  receivedAt: at,
  hasAttachments: false,
  ...change,
})

export const automation = (
  change: Partial<AutomationApi.ListedAutomation> = {},
): AutomationApi.ListedAutomation => ({
  id: 'automation',
  name: 'Read the price',
  description: null,
  actions: [{ name: 'Open', type: 'navigate', url: 'https://shop.example/' }],
  variables: {},
  screenshots: 'key',
  version: 3,
  isDraft: false,
  validation: null,
  createdAt: at,
  updatedAt: at,
  ...change,
})

export const execution = (change: Partial<AutomationApi.Execution> = {}): AutomationApi.Execution => ({
  id: 'execution',
  automationId: 'automation',
  jobId: null,
  pipelineRunId: null,
  status: 'completed',
  isValidation: false,
  inputSessionId: null,
  sessionId: null,
  extractedData: {},
  selfHealEvents: [],
  steps: [],
  error: null,
  createdAt: at,
  startedAt: at,
  completedAt: at,
  ...change,
})

const healthWindow: AutomationApi.WebhookHealth['last7Days'] = {
  since: at,
  attempts: 0,
  successRate: null,
  p50Ms: null,
  p95Ms: null,
  errors: [],
}

export const webhookHealth = (
  change: Partial<AutomationApi.WebhookHealth> = {},
): AutomationApi.WebhookHealth => ({
  failingSince: null,
  consecutiveFailures: 0,
  lastSucceededAt: null,
  lastFailedAt: null,
  pending: { count: 0, oldestAt: null },
  last24Hours: healthWindow,
  last7Days: healthWindow,
  ...change,
})

export const webhook = (change: Partial<AutomationApi.Webhook> = {}): AutomationApi.Webhook => ({
  _id: 'webhook',
  name: 'Reports',
  url: 'https://hooks.example/waypost',
  events: ['automation.completed'],
  isActive: true,
  failureCount: 0,
  lastTriggeredAt: null,
  lastStatus: null,
  createdAt: at,
  ...change,
})

export const delivery = (change: Partial<AutomationApi.Delivery> = {}): AutomationApi.Delivery => ({
  id: 'delivery',
  event: 'automation.completed',
  status: 'failed',
  createdAt: at,
  endedAt: at,
  nextAttemptAt: null,
  failedAttempts: 1,
  body: '{"event":"automation.completed"}',
  attempts: [
    {
      number: 1,
      startedAt: at,
      durationMs: 12,
      status: 500,
      error: null,
      requestHeaders: null,
      responseBody: 'out of order',
    },
  ],
  ...change,
})

export const apiKey = (change: Partial<AliasApi.ApiKey> = {}): AliasApi.ApiKey => ({
  id: 'key',
  name: 'Nightly reports',
  prefix: 'jm_live_1f0c',
  scopes: ['emails:read'],
  mode: 'live',
  createdAt: at,
  lastUsedAt: null,
  revokedAt: null,
  ...change,
})
