import type { z } from 'zod'
import type { EventSchemas } from '../channel.ts'
import type { aliasChannel } from '../channels/alias.ts'
import type { automationChannel } from '../channels/automation.ts'
import type { webhookNotices } from '../channels/webhook-notices.ts'

type Titles<Events extends EventSchemas> = {
  [Name in keyof Events]: (data: z.output<Events[Name]>) => string
}

const ofBoth: Titles<typeof webhookNotices> = {
  'webhook.failing': ({ name, url, lastStatus }) => `Webhook ${name ?? url} is failing: ${lastStatus}`,
  'webhook.recovered': ({ name, url }) => `Webhook ${name ?? url} delivers again`,
}

// Typed by event name, so that a missing event is a compile error.
const ofAlias: Titles<typeof aliasChannel.events> = {
  'email.received': ({ from, subject }) => `Email from ${from}: ${subject || '(no subject)'}`,
  'email.withheld': ({ from, reason }) => `Email from ${from} was not forwarded: ${reason}`,
  'email.deleted': () => 'An email was deleted',
  'address.created': ({ address }) => `Alias ${address} was created`,
  'address.expiring': ({ address }) => `Alias ${address} expires soon`,
  'address.expired': ({ address }) => `Alias ${address} has expired`,
  'address.deleted': ({ address }) => `Alias ${address} was deleted`,
  'domain.lost': ({ domain }) => `Domain ${domain} is no longer verified`,
  ...ofBoth,
}

const ofAutomation: Titles<typeof automationChannel.events> = {
  'execution.started': () => 'A run has started',
  'execution.waiting': ({ message }) => `A run waits for a person: ${message}`,
  'automation.completed': ({ automationName }) => `${automationName} completed`,
  'automation.failed': ({ automationName, error }) => `${automationName} failed: ${error}`,
  'pipeline.completed': ({ pipelineName }) => `${pipelineName} completed`,
  'pipeline.failed': ({ pipelineName, status }) =>
    status === 'failed' ? `${pipelineName} failed` : `${pipelineName} failed in part`,
  'execution.selfheal.started': ({ actionName }) => `The step ${actionName} is being repaired`,
  'execution.selfheal.succeeded': ({ actionName }) => `The step ${actionName} was repaired`,
  'execution.selfheal.failed': ({ actionName }) => `The step ${actionName} could not be repaired`,
  'intent.received': ({ text }) => `Request: ${text}`,
  'intent.resolved': ({ automationName, text }) => `${automationName} is what this request means: ${text}`,
  'intent.generation.started': ({ text }) => `A draft is generated for the request: ${text}`,
  'intent.generation.completed': ({ automationName }) => `The draft ${automationName} was generated`,
  'intent.generation.failed': ({ message }) => `No draft was generated: ${message}`,
  'intent.completed': ({ text }) => `Request completed: ${text}`,
  'intent.failed': ({ message }) => `Request failed: ${message}`,
  'schedule.skipped': ({ scheduleName, message }) => `Schedule ${scheduleName} was skipped: ${message}`,
  'schedule.failed': ({ scheduleName, message }) => `Schedule ${scheduleName} failed: ${message}`,
  'job.enqueued': ({ type }) => `A job waits for its ${type}`,
  'job.completed': ({ type }) => `A job of ${article(type)} ${type} completed`,
  'job.failed': ({ type, error }) => `A job of ${article(type)} ${type} failed: ${error}`,
  ...ofBoth,
  'webhook.test': ({ message }) => message,
}

const article = (type: string): string => (type === 'automation' ? 'an' : 'a')

const titles = { ...ofAlias, ...ofAutomation } as Record<string, (data: never) => string>

/** What an event says, in a line. */
export function titleOf(event: string, data: object): string {
  return titles[event]?.(data as never) ?? event
}
