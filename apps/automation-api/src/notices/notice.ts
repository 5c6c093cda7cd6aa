import { z } from 'zod'

const isoTime = z.iso.datetime()

/** What the issuer of the JWTs, which knows the owners' addresses, writes to one of them. */
export const notice = z.object({
  /** The same until the notice is confirmed. */
  id: z.uuid(),
  ownerId: z.string(),
  kind: z.enum(['schedule_failing', 'schedule_recovered']),
  scheduleId: z.uuid(),
  scheduleName: z.string(),
  error: z.string().nullable(),
  nextRunAt: isoTime.nullable(),
})

export type Notice = z.infer<typeof notice>

/** The same about a run that waits for them. */
export const waitingNotice = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  kind: z.literal('execution_waiting'),
  executionId: z.uuid(),
  automationName: z.string(),
  message: z.string(),
  until: isoTime,
})

export type WaitingNotice = z.infer<typeof waitingNotice>

/** The same about a webhook that fails for long. */
export const webhookNotice = z.object({
  id: z.uuid(),
  ownerId: z.string(),
  kind: z.literal('webhook_failing'),
  webhookId: z.uuid(),
  webhookName: z.string(),
  /** The origin: the rest may be a secret. */
  url: z.string(),
  failingSince: isoTime,
  failedAttempts: z.number().int(),
  lastStatus: z.string().nullable(),
})

export type WebhookNotice = z.infer<typeof webhookNotice>

const notified = z.object({ id: z.uuid(), ownerId: z.string() })
const ofAutomation = notified.extend({ automationId: z.uuid(), automationName: z.string() })

/** The same about what waits in the table of notices. */
export const queuedNotice = z.discriminatedUnion('kind', [
  ofAutomation.extend({
    kind: z.enum(['automation_failing', 'automation_recovered']),
    executionId: z.uuid(),
    error: z.string().nullable(),
  }),
  ofAutomation.extend({ kind: z.literal('heal_undecided'), actionName: z.string() }),
  notified.extend({
    kind: z.literal('limit_near'),
    unit: z.string(),
    used: z.number(),
    limit: z.number(),
  }),
])

export type QueuedNotice = z.infer<typeof queuedNotice>

/** What is written there. */
export interface NewNotice {
  ownerId: string
  kind: QueuedNotice['kind']
  /** What it is about: an automation's id, or the name of a limit. */
  subject: string
  automationId: string | null
  /** The fields of its kind, but for the automation's. */
  data: Record<string, string | number | null>
}
