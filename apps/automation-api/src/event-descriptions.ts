import type { EventDescriptions } from '@waypost/http'
import { describeWebhookNotices, type automationChannel } from '@waypost/webhooks'
import { exampleId as id, exampleTime as at } from './run-shapes.ts'

const automationName = 'Prices of the day'
const extractedData = { prices: ['18.00 €'] }
const selfHeal = { occurred: false, count: 0, healedActions: [] }
const ended = { jobId: null, executionId: id, sessionId: null, automationId: id, automationName, selfHeal }
const pipelineEnded = { jobId: null, pipelineId: id, pipelineName: 'Every shop' }
const healing = { jobId: null, executionId: id, automationId: id, actionName: 'Go' }
const intent = { intentId: id, jobId: id, text: 'Look up the price of chairs' }
const job = { jobId: id, type: 'automation', targetId: id } as const
const schedule = {
  scheduleId: id,
  scheduleName: 'Every morning',
  targetType: 'automation',
  targetId: id,
  scheduledAt: at,
} as const
const jobEnded = { ...job, executionId: id, sessionId: null, completedAt: at }

/** When each event of the automation service happens, with an example of its data. */
export const eventDescriptions: EventDescriptions<typeof automationChannel.events> = {
  'execution.started': {
    description: 'A run has started: a browser performs its first step.',
    example: { jobId: null, executionId: id, automationId: id, status: 'running' },
  },
  'execution.waiting': {
    description:
      'A run waits for a person, by its step `handOver`. Whoever opens `url`, a path of this service, can give the run back without a key, until then.',
    example: {
      jobId: null,
      executionId: id,
      automationId: id,
      stepName: 'Solve the puzzle',
      message: 'Solve the puzzle on the page',
      since: at,
      until: at,
      url: '/hand-over?token=…',
    },
  },
  'automation.completed': {
    description: 'A run has ended, and every step succeeded. `extractedData` is what its steps have read.',
    example: { ...ended, status: 'completed', error: null, extractedData },
  },
  'automation.failed': {
    description: 'A run has ended because a step failed, or because it was stopped. `error` says why.',
    example: { ...ended, status: 'failed', error: 'Stopped by user', extractedData: {} },
  },
  'pipeline.completed': {
    description: 'A run of a pipeline has ended, and all of its automations completed.',
    example: { ...pipelineEnded, status: 'completed', extractedData: { [id]: extractedData } },
  },
  'pipeline.failed': {
    description:
      'A run of a pipeline has ended, and some (`partial_failed`) or all (`failed`) of its automations failed.',
    example: { ...pipelineEnded, status: 'partial_failed', extractedData: { [id]: extractedData } },
  },
  'execution.selfheal.started': {
    description:
      'No selector of a step found its element, and the service looks for it by what it has learned.',
    example: { ...healing, message: 'Looking for the element again' },
  },
  'execution.selfheal.succeeded': {
    description: 'The element was found again, and the run goes on with `newSelector`.',
    example: { ...healing, newSelector: 'aria/Go[role="button"]', message: 'Found the element again' },
  },
  'execution.selfheal.failed': {
    description: 'The element was not found again, and the run fails.',
    example: { ...healing, message: 'Nothing on the page is like the learned element' },
  },
  'intent.received': {
    description: 'A request in plain language was accepted.',
    example: intent,
  },
  'intent.resolved': {
    description: 'The request means one automation, which is run next.',
    example: { ...intent, automationId: id, automationName, score: 0.84, margin: 0.4, variables: ['item'] },
  },
  'intent.generation.started': {
    description: 'The request means none of the automations, and a draft of one is being written.',
    example: { ...intent, reason: 'no_match' },
  },
  'intent.generation.completed': {
    description: 'A draft of an automation was written. It does not run until it is validated.',
    example: { ...intent, automationId: id, automationName, actions: 4 },
  },
  'intent.generation.failed': {
    description: 'No draft could be written; `message` says why.',
    example: { ...intent, reason: 'generation_failed', message: 'Two elements are called “Search”' },
  },
  'intent.completed': {
    description:
      'What was asked for is done: a run has completed (`executed`), or a draft was written (`generated`).',
    example: { ...intent, outcome: 'executed', automationId: id, executionId: id, extractedData },
  },
  'intent.failed': {
    description:
      'The request was not carried out. `reason` says why, and `candidates` which automations it might mean.',
    example: {
      ...intent,
      reason: 'ambiguous',
      message: 'Several automations may be meant',
      automationId: null,
      executionId: null,
      candidates: [{ automationId: id, automationName, score: 0.61 }],
    },
  },
  'schedule.skipped': {
    description:
      'A schedule has started nothing: because its target was running (`overlap`) or because the time had been missed (`missed`).',
    example: { ...schedule, reason: 'overlap', message: 'Automation is already running' },
  },
  'schedule.failed': {
    description: 'A schedule could not start its target. `message` says why; the next time is tried again.',
    example: { ...schedule, message: 'Automation is not validated' },
  },
  'job.enqueued': {
    description: 'A job waits for its turn.',
    example: { ...job, status: 'pending' },
  },
  'job.completed': {
    description: 'A job has ended, and its automation or pipeline completed.',
    example: { ...jobEnded, status: 'completed', result: { extractedData, selfHeal }, error: null },
  },
  'job.failed': {
    description: 'A job has ended, and its automation or pipeline failed. `error` says why.',
    example: { ...jobEnded, status: 'failed', result: null, error: 'Stopped by user' },
  },
  ...describeWebhookNotices('Reports'),
  'webhook.test': {
    description: 'Somebody has asked for a test of this webhook.',
    example: { message: 'This is a test', webhookId: id },
  },
}
