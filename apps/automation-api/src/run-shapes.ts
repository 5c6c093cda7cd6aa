import type { ApiDescription } from '@waypost/http'
import { artifact } from './artifacts/artifact.ts'
import { execution } from './executions/execution.ts'
import { liveView } from './executions/live/create-live-view.ts'
import { heal, healPictures, undecidedHeal } from './heals/heal.ts'
import { intent, newIntent } from './intents/intent.ts'
import { job, newJob } from './jobs/job.ts'
import { pipelineRun } from './pipeline-runs/pipeline-run.ts'
import { scheduleRun } from './schedules/schedule-run.ts'
import { newSchedule, schedule, scheduleChange } from './schedules/schedule.ts'
import { newPipeline, pipeline, pipelineChange } from './pipelines/pipeline.ts'

/** The time and the id in every example. */
export const exampleTime = '2026-03-02T09:30:00.000Z'
export const exampleId = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'

const at = exampleTime
const id = exampleId
const scheduled = {
  name: 'Every morning',
  target: { type: 'automation', id },
  cron: '0 7 * * 1-5',
  timezone: 'Europe/Berlin',
}
const healed = {
  id,
  executionId: id,
  actionName: 'Go',
  lostName: 'Go',
  foundName: 'Find books',
  message: 'Found again: renamed, between the same texts.',
  evidence: ['the same place', 'the same form'],
  oldSelectors: ['aria/Go[role="button"]', '#go'],
  newSelectors: ['aria/Find books[role="button"]'],
  pictures: { before: true, now: true },
  decision: null,
  decidedAt: null,
  createdAt: at,
}
const grouped = {
  name: 'Every shop',
  automationIds: [id],
  members: [{ automationId: id, name: 'search' }],
  continueOnFailure: false,
}

/** The shapes of runs, and of what starts them. */
export const runShapes: ApiDescription['schemas'] = {
  Execution: {
    schema: execution,
    example: {
      id,
      automationId: id,
      jobId: null,
      pipelineRunId: null,
      status: 'completed',
      isValidation: false,
      inputSessionId: null,
      sessionId: null,
      extractedData: { prices: ['18.00 €'] },
      selfHealEvents: [],
      steps: [
        {
          id: '1',
          name: 'Open the shop',
          type: 'navigate',
          status: 'completed',
          startedAt: at,
          durationMs: 412,
          runs: 1,
          error: null,
          screenshot: `/api/v1/executions/${id}/steps/1/screenshot`,
          problems: [{ kind: 'network', text: 'GET https://shop.example/prices: 503' }],
        },
      ],
      error: null,
      createdAt: at,
      startedAt: at,
      completedAt: at,
    },
  },
  LiveView: { schema: liveView, example: { url: '/live-view?token=v1.k1.9Zb', expiresAt: at } },
  Artifact: {
    schema: artifact,
    example: {
      id,
      kind: 'download',
      stepName: 'Keep the invoice',
      name: 'invoice.pdf',
      contentType: 'application/pdf',
      size: 48_120,
      createdAt: at,
    },
  },
  HealPictures: { schema: healPictures, example: { before: true, now: true } },
  Heal: { schema: heal, example: healed },
  UndecidedHeal: {
    schema: undecidedHeal,
    example: { ...healed, automationId: id, automationName: 'Search the shop' },
  },
  NewPipeline: { schema: newPipeline, example: grouped },
  PipelineChange: { schema: pipelineChange, example: { continueOnFailure: true } },
  Pipeline: {
    schema: pipeline,
    example: { id, ...grouped, chainSession: true, version: 1, createdAt: at, updatedAt: at },
  },
  NewSchedule: { schema: newSchedule, example: scheduled },
  ScheduleChange: { schema: scheduleChange, example: { overlap: 'queue' } },
  Schedule: {
    schema: schedule,
    example: {
      id,
      ...scheduled,
      every: null,
      rrule: null,
      startAt: null,
      endAt: null,
      jitter: 0,
      overlap: 'skip',
      catchUp: false,
      isActive: true,
      nextRuns: ['2026-01-05T06:00:00.000Z'],
      lastRunAt: '2026-01-02T06:00:00.000Z',
      lastStatus: 'completed',
      lastError: null,
      failingSince: null,
      createdAt: at,
      updatedAt: at,
    },
  },
  ScheduleRun: {
    schema: scheduleRun,
    example: {
      id,
      scheduledAt: '2026-01-02T06:00:00.000Z',
      status: 'completed',
      error: null,
      executionId: id,
      pipelineRunId: null,
      jobId: null,
      firedAt: '2026-01-02T06:00:00.412Z',
      endedAt: '2026-01-02T06:00:09.031Z',
    },
  },
  PipelineRun: {
    schema: pipelineRun,
    example: {
      id,
      pipelineId: id,
      jobId: null,
      status: 'completed',
      inputSessionId: null,
      members: [
        {
          automationId: id,
          status: 'completed',
          executionId: id,
          sessionId: null,
          rows: null,
          error: null,
          startedAt: at,
          completedAt: at,
        },
      ],
      extractedData: { [id]: { prices: ['18.00 €'] } },
      error: null,
      createdAt: at,
      startedAt: at,
      completedAt: at,
    },
  },
  NewIntent: {
    schema: newIntent,
    example: { text: 'Look up the price of chairs', webhookUrl: 'https://example.com/hooks' },
  },
  Intent: {
    schema: intent,
    example: {
      intentId: id,
      jobId: id,
      text: 'Look up the price of chairs',
      status: 'executed',
      automationId: id,
      score: 0.84,
      margin: 0.4,
      candidates: [],
      reason: null,
      error: null,
      createdAt: at,
      completedAt: at,
    },
  },
  NewJob: {
    schema: newJob,
    example: { type: 'automation', targetId: id, webhookUrl: 'https://example.com/hooks' },
  },
  Job: {
    schema: job,
    example: {
      jobId: id,
      type: 'automation',
      targetId: id,
      status: 'completed',
      executionId: id,
      pipelineRunId: null,
      sessionId: null,
      result: {
        extractedData: { prices: ['18.00 €'] },
        selfHeal: { occurred: false, count: 0, healedActions: [] },
      },
      error: null,
      createdAt: at,
      completedAt: at,
    },
  },
}
