import type { ApiDescription } from '@waypost/http'
import {
  automationChannel,
  defaultPostsPerMinute,
  deliveryShape,
  receivedDeliveryShape,
  webhookHealthShape,
} from '@waypost/webhooks'
import { heldAccess } from './accounts/held-access.ts'
import { apiKey, apiKeyChange, createdApiKey, newApiKey } from './api-keys/api-key.ts'
import { auditLog } from './audit-logs/audit-log.ts'
import { actionSchema, listedActionSchema } from './automations/action.ts'
import { actionShapes } from './automations/action-shapes.ts'
import { automationVersion, listedAutomationVersion } from './automations/versions/automation-version.ts'
import { automationName } from './automations/list-automation-names.ts'
import { automation, automationChange, listedAutomation, newAutomation } from './automations/automation.ts'
import { browserSettings } from './automations/settings/browser-settings.ts'
import { login } from './automations/settings/login.ts'
import { validation } from './automations/validations/validation.ts'
import { account, accountChange, limitedAccount, limitsChange, mapLimits } from './limits/account.ts'
import { defaultLimits } from './limits/limits.ts'
import { overview } from './overview/overview.ts'
import { exampleId as id, exampleTime as at, runShapes } from './run-shapes.ts'
import { accountFile, newAccountFile } from './files/account-file.ts'
import { recordingShapes } from './recordings/recording-shapes.ts'
import { newSecret, secret } from './secrets/secret.ts'
import { session } from './sessions/session.ts'
import { createdWebhook, newWebhook, webhook, webhookChange } from './webhooks/webhook.ts'

const wanted = {
  name: 'Prices of the day',
  description: 'What the shop asks for its newest book',
  phrases: ['What does the newest book cost?'],
  actions: [
    { name: 'Open the shop', type: 'navigate', url: 'https://shop.example/' },
    { name: 'Search', type: 'change', selectors: ['aria/Search', '#search'], value: 'harbour' },
    { name: 'Go', type: 'click', selectors: ['aria/Go[role="button"]', '#go'] },
    { name: 'Read', type: 'extractText', selectors: ['.price'], output: 'prices', multiple: true },
  ],
}
const listed = actionShapes['ListedActionUpload']!.example
const written = { ...wanted, variables: {}, screenshots: 'key' }
const key = {
  _id: id,
  name: 'Nightly reports',
  prefix: 'gfac_1f0c9a2',
  scopes: ['automation:read', 'automation:execute'],
  isActive: true,
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
}
const registered = {
  name: 'Reports',
  url: 'https://hooks.example/waypost',
  events: ['automation.completed', 'automation.failed'],
}
const receiver = {
  _id: id,
  ...registered,
  isActive: true,
  failureCount: 0,
  lastTriggeredAt: at,
  lastStatus: 200,
  createdAt: at,
}
const logged = {
  id,
  action: 'automation.triggered',
  resourceType: 'automation',
  resourceId: id,
  actor: { type: 'api_key', keyId: id },
  ip: '203.0.113.7',
  result: 'success',
  request: null,
  createdAt: at,
}

const unused = (limit: number) => ({ used: 0, limit, resetsAt: null })
const limited = {
  id,
  timeZone: 'Europe/Berlin',
  limits: {
    ...mapLimits((name) => unused(defaultLimits[name])),
    automations: { used: 12, limit: 1000, resetsAt: null },
    requestsPerMinute: { used: 41, limit: 600, resetsAt: at },
    webhookPostsPerMinute: { used: 7, limit: defaultPostsPerMinute, resetsAt: at },
  },
}
const noOwnLimits = mapLimits(() => null)

/** Every shape of the API's requests and responses, each with a valid example. */
export const apiShapes: ApiDescription['schemas'] = {
  HeldAccess: {
    schema: heldAccess,
    example: { id, kind: 'api_key', name: key.name, target: key.prefix, createdAt: at, heldAt: at },
  },
  ApiKey: { schema: apiKey, example: key },
  NewApiKey: { schema: newApiKey, example: { name: key.name, scopes: key.scopes } },
  ApiKeyChange: { schema: apiKeyChange, example: { isActive: false } },
  CreatedApiKey: {
    schema: createdApiKey,
    example: { apiKey: key, rawKey: `gfac_${'1f0c9a2b'.repeat(6)}` },
  },
  Webhook: { schema: webhook, example: receiver },
  NewWebhook: { schema: newWebhook, example: registered },
  WebhookHealth: webhookHealthShape,
  WebhookChange: { schema: webhookChange, example: { events: ['automation.failed'] } },
  CreatedWebhook: { schema: createdWebhook, example: { ...receiver, secret: 'whsec_shown-this-once' } },
  Delivery: deliveryShape(automationChannel, 'execution.started'),
  ReceivedDelivery: receivedDeliveryShape(automationChannel, 'execution.started'),
  Action: { schema: actionSchema, example: wanted.actions[0] },
  ...actionShapes,
  ListedAction: { schema: listedActionSchema, example: listed },
  NewAutomation: { schema: newAutomation, example: wanted },
  AutomationChange: { schema: automationChange, example: { name: 'Prices of the week' } },
  Automation: {
    schema: automation,
    example: { id, ...written, version: 1, isDraft: false, validation: null, createdAt: at, updatedAt: at },
  },
  ListedAutomation: {
    schema: listedAutomation,
    example: {
      id,
      ...written,
      actions: [...wanted.actions, listed],
      version: 1,
      isDraft: false,
      validation: null,
      createdAt: at,
      updatedAt: at,
    },
  },
  AutomationName: { schema: automationName, example: { id, name: wanted.name } },
  Validation: { schema: validation, example: { status: 'passed', error: null, executionIds: [id] } },
  BrowserSettings: {
    schema: browserSettings,
    example: {
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      device: 'iPhone 15',
      userAgentSuffix: 'Waypost (+https://shop.example/bots)',
      headers: [{ origin: 'https://shop.example', name: 'X-Api-Key', value: '${secrets.shopKey}' }],
      proxy: { server: 'socks5://proxy.example:1080', username: 'ada', password: '${secrets.proxyPassword}' },
      block: ['ads', 'media'],
    },
  },
  Login: {
    schema: login,
    example: { automationId: id, url: 'https://portal.example/account', loggedIn: { present: ['#balance'] } },
  },
  AutomationVersion: {
    schema: automationVersion,
    example: { version: 1, ...written, cause: 'created', createdAt: at },
  },
  ListedAutomationVersion: {
    schema: listedAutomationVersion,
    example: {
      version: 1,
      ...written,
      actions: [...wanted.actions, listed],
      cause: 'created',
      createdAt: at,
    },
  },
  ...runShapes,
  ...recordingShapes,
  Session: {
    schema: session,
    example: {
      id,
      automationId: id,
      executionId: id,
      site: 'portal.example',
      createdAt: at,
      expiresAt: at,
    },
  },
  Secret: { schema: secret, example: { name: 'shopPassword', createdAt: at, updatedAt: at } },
  SecretValue: { schema: newSecret, example: { value: 'correct horse battery staple' } },
  AccountFile: {
    schema: accountFile,
    example: {
      name: 'cv.pdf',
      contentType: 'application/pdf',
      size: 48_213,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      createdAt: at,
      updatedAt: at,
    },
  },
  FileContent: {
    schema: newAccountFile,
    example: { contentType: 'text/csv', contentBase64: 'bmFtZTt0b3RhbA==' },
  },
  AuditLog: { schema: auditLog, example: logged },
  Account: { schema: account, example: limited },
  AccountChange: { schema: accountChange, example: { timeZone: 'Europe/Berlin' } },
  Overview: {
    schema: overview,
    example: {
      timeZone: 'UTC',
      days: [{ date: '2026-03-02', completed: 212, failed: 3, stopped: 1 }],
      runs: { completed: 212, failed: 3, stopped: 1, successRate: 0.986, p95DurationMs: 8611 },
      failures: [
        {
          automationId: id,
          automationName: wanted.name,
          error: 'No element was found for “Go”',
          count: 3,
          firstAt: at,
          lastAt: at,
          executionId: id,
          isRecovered: false,
        },
      ],
      schedules: [],
      webhooks: {
        failing: 1,
        disabled: 0,
        days: [{ date: '2026-03-02', succeeded: 41, failed: 3 }],
      },
      limits: limited.limits,
    },
  },
  LimitedAccount: {
    schema: limitedAccount,
    example: { ...limited, ownLimits: { ...noOwnLimits, automations: 1000 } },
  },
  LimitsChange: { schema: limitsChange, example: { automations: 1000 } },
}
