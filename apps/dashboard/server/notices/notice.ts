import { z } from 'zod'

/** What the automation service has its owner told about a schedule. */
export const scheduleNotice = z.object({
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
export const waitingNotice = z.object({
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
export const webhookNotice = z.object({
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

/** What this server tells the owner of an account about a sign-in. */
export interface BrowserNotice {
  id: string
  kind: 'new_browser'
  /** The client's IP address. */
  ip: string
  at: string
}

export type Notice = ScheduleNotice | WaitingNotice | WebhookNotice

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
