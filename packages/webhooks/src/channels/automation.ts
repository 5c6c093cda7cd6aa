import { z } from 'zod'
import type { Channel } from '../channel.ts'
import { extractedData } from './extracted-data.ts'
import { webhookNotices } from './webhook-notices.ts'

const selfHeal = z.object({
  occurred: z.boolean(),
  count: z.number().int(),
  healedActions: z.array(z.object({ actionName: z.string(), newSelector: z.string() })),
})

const automationEnded = <Status extends string>(status: Status) =>
  z.object({
    // Present whenever the run was started by a job.
    jobId: z.string().nullable(),
    executionId: z.string(),
    sessionId: z.string().nullable(),
    automationId: z.string(),
    automationName: z.string(),
    status: z.literal(status),
    error: z.string().nullable(),
    extractedData,
    selfHeal,
    // The run's files, where it has any.
    artifacts: z
      .array(
        z.object({
          id: z.string(),
          kind: z.string(),
          stepName: z.string(),
          name: z.string(),
          contentType: z.string(),
          size: z.number().int(),
          url: z.string().describe('Path of this service, for a download without a key'),
          expiresAt: z.string(),
        }),
      )
      .optional(),
  })

const pipelineEnded = <Status extends string>(statuses: readonly [Status, ...Status[]]) =>
  z.object({
    jobId: z.string().nullable(),
    pipelineId: z.string(),
    pipelineName: z.string(),
    status: z.enum(statuses),
    // Keyed by automation id.
    extractedData: z.record(z.string(), extractedData),
  })

const selfHealing = z.object({
  jobId: z.string().nullable(),
  executionId: z.string(),
  automationId: z.string(),
  actionName: z.string(),
  newSelector: z.string().optional(),
  message: z.string(),
})

const jobEnded = <Status extends string>(status: Status) =>
  z.object({
    jobId: z.string(),
    type: z.enum(['automation', 'pipeline']),
    targetId: z.string(),
    executionId: z.string().nullable(),
    sessionId: z.string().nullable(),
    status: z.literal(status),
    // For an automation's run `{ extractedData, selfHeal }`, for a pipeline's `{ status, extractedData }`.
    result: z
      .union([
        z.strictObject({ extractedData, selfHeal }),
        z.strictObject({ status: z.string(), extractedData: z.record(z.string(), extractedData) }),
      ])
      .nullable(),
    error: z.string().nullable(),
    completedAt: z.string().nullable(),
  })

// In every event of an intent: the request, word for word, and its job.
const intent = z.object({ intentId: z.string(), jobId: z.string(), text: z.string() })

// In every event of a schedule: what it was to start, and the time that this was for.
const schedule = z.object({
  scheduleId: z.string(),
  scheduleName: z.string(),
  targetType: z.enum(['automation', 'pipeline', 'intent']),
  targetId: z.string(),
  scheduledAt: z.string(),
})

const intentEvents = {
  'intent.received': intent,
  'intent.resolved': intent.extend({
    automationId: z.string(),
    automationName: z.string(),
    // How well the automation fits, and its lead over the next one: 0 to 1.
    score: z.number(),
    margin: z.number(),
    // The names of the variables whose values were found in the text; the values may be secret.
    variables: z.array(z.string()),
  }),
  'intent.generation.started': intent.extend({ reason: z.literal('no_match') }),
  'intent.generation.completed': intent.extend({
    automationId: z.string(),
    automationName: z.string(),
    // Number of actions of the draft.
    actions: z.number().int(),
  }),
  'intent.generation.failed': intent.extend({ reason: z.string(), message: z.string() }),
  'intent.completed': intent.extend({
    outcome: z.enum(['executed', 'generated']),
    automationId: z.string(),
    executionId: z.string().nullable(),
    extractedData: extractedData.nullable(),
  }),
  'intent.failed': intent.extend({
    reason: z.string(),
    message: z.string(),
    automationId: z.string().nullable(),
    executionId: z.string().nullable(),
    // The automations that the request may mean, likeliest first.
    candidates: z.array(
      z.object({ automationId: z.string(), automationName: z.string(), score: z.number() }),
    ),
  }),
}

/** The automation service's events and how they are delivered. */
export const automationChannel = {
  service: 'automation',
  outboxSchema: 'automation_outbox',
  events: {
    'execution.started': z.object({
      jobId: z.string().nullable(),
      executionId: z.string(),
      automationId: z.string(),
      status: z.literal('running'),
    }),
    'execution.waiting': z.object({
      jobId: z.string().nullable(),
      executionId: z.string(),
      automationId: z.string(),
      stepName: z.string(),
      message: z.string(),
      since: z.string(),
      until: z.string(),
      url: z.string().describe('Path of this service, to give the run back without a key'),
    }),
    'automation.completed': automationEnded('completed'),
    'automation.failed': automationEnded('failed'),
    'pipeline.completed': pipelineEnded(['completed']),
    'pipeline.failed': pipelineEnded(['failed', 'partial_failed']),
    'execution.selfheal.started': selfHealing,
    'execution.selfheal.succeeded': selfHealing,
    'execution.selfheal.failed': selfHealing,
    ...intentEvents,
    'schedule.skipped': schedule.extend({ reason: z.enum(['overlap', 'missed']), message: z.string() }),
    'schedule.failed': schedule.extend({ message: z.string() }),
    'job.enqueued': z.object({
      jobId: z.string(),
      type: z.enum(['automation', 'pipeline']),
      targetId: z.string(),
      status: z.literal('pending'),
    }),
    'job.completed': jobEnded('completed'),
    'job.failed': jobEnded('failed'),
    ...webhookNotices,
    'webhook.test': z.object({ message: z.string(), webhookId: z.string() }),
  },
  timestamp: (at) => at.toISOString(),
  headers: ({ event }) => ({ 'user-agent': 'Service-Webhook/1.0', 'x-service-event': event }),
  defaultSchedule: '5s,30s,2m,10m,30m',
  onExhausted: 'abandon',
  notFound: (noun) => `${noun} not found or unauthorized`,
} satisfies Channel

/** All event names of the contract: a webhook may subscribe to an event before the service first publishes it. */
export const automationEventNames = [
  'automation.completed',
  'automation.failed',
  'pipeline.completed',
  'pipeline.failed',
  'execution.started',
  'execution.waiting',
  'execution.selfheal.started',
  'execution.selfheal.succeeded',
  'execution.selfheal.failed',
  'intent.received',
  'intent.resolved',
  'intent.generation.started',
  'intent.generation.completed',
  'intent.generation.failed',
  'intent.completed',
  'intent.failed',
  'schedule.skipped',
  'schedule.failed',
  'job.enqueued',
  'job.completed',
  'job.failed',
  'webhook.failing',
  'webhook.recovered',
  'webhook.test',
] as const
