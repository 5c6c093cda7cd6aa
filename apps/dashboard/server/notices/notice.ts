import { z } from 'zod'

/** What the automation service has its owner told about a schedule. */
const scheduleNotice = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  kind: z.enum(['schedule_failing', 'schedule_recovered']),
  scheduleId: z.uuid(),
  scheduleName: z.string(),
  error: z.string().nullable(),
  nextRunAt: z.iso.datetime().nullable(),
})

export type ScheduleNotice = z.infer<typeof scheduleNotice>

/** What it has its owner told about a run that waits for them. */
const waitingNotice = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  kind: z.literal('execution_waiting'),
  executionId: z.uuid(),
  automationName: z.string(),
  message: z.string(),
  until: z.iso.datetime(),
})

export type WaitingNotice = z.infer<typeof waitingNotice>

/** What it has its owner told about a webhook that fails for long. */
const webhookNotice = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  kind: z.literal('webhook_failing'),
  webhookId: z.uuid(),
  webhookName: z.string(),
  /** The origin: the rest may be a secret. */
  url: z.string(),
  failingSince: z.iso.datetime(),
  failedAttempts: z.number().int(),
  lastStatus: z.string().nullable(),
})

export type WebhookNotice = z.infer<typeof webhookNotice>

const notified = z.object({ id: z.uuid(), ownerId: z.string() })
const ofAutomation = notified.extend({ automationId: z.uuid(), automationName: z.string() })

/** What it has its owner told about the runs of an automation. */
const automationNotice = ofAutomation.extend({
  kind: z.enum(['automation_failing', 'automation_recovered']),
  executionId: z.uuid(),
  error: z.string().nullable(),
})

export type AutomationNotice = z.infer<typeof automationNotice>

/** What it has its owner told about a heal that nobody has decided about. */
const healNotice = ofAutomation.extend({
  kind: z.literal('heal_undecided'),
  /** The step's. */
  actionName: z.string(),
})

export type HealNotice = z.infer<typeof healNotice>

/** What either service has its owner told about a limit that is nearly reached. */
const limitNotice = notified.extend({
  kind: z.literal('limit_near'),
  unit: z.string(),
  used: z.number(),
  limit: z.number(),
})

export type LimitNotice = z.infer<typeof limitNotice>

/** What this server tells the owner of an account about a sign-in. */
export interface BrowserNotice {
  id: string
  kind: 'new_browser'
  /** The client's IP address. */
  ip: string
  at: string
}

/** What the alias service has its owner told, in its own words. */
const writtenNotice = notified.extend({
  kind: z.enum(['webhook_disabled', 'domain_lost', 'emails_withheld']),
  subject: z.string(),
  text: z.string(),
})

/** What this server asks each service for: the kinds that it knows. */
export const wantedOf = {
  automation: {
    waiting: true,
    webhooks: true,
    kinds: ['automation_failing', 'automation_recovered', 'heal_undecided', 'limit_near'],
  },
  alias: { kinds: ['webhook_disabled', 'domain_lost', 'limit_near', 'emails_withheld'] },
}

export const notice = z.discriminatedUnion('kind', [
  scheduleNotice,
  waitingNotice,
  webhookNotice,
  automationNotice,
  healNotice,
  limitNotice,
  writtenNotice,
])

export type Notice = z.infer<typeof notice>

/** What it tells the owner about an API key that was created in the dashboard. */
export interface KeyNotice {
  id: string
  kind: 'new_api_key'
  service: 'automation' | 'alias'
  /** The client's IP address. */
  ip: string
  at: string
}

/** What an e-mail is about, where its kind and its recipient do not say it. */
export type EmailData = Notice | BrowserNotice | KeyNotice
