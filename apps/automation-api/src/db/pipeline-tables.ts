import { boolean, integer, jsonb, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'
import type { ExtractedData } from '@waypost/webhooks'
import type { FanOut } from '../pipeline-runs/fan-out.ts'
import type { MemberSettings } from '../pipelines/member-settings.ts'

const { table } = pgSchema('automation')

export const pipelines = table('pipelines', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  automationIds: uuid('automation_ids').array().notNull(),
  continueOnFailure: boolean('continue_on_failure').notNull(),
  chainSession: boolean('chain_session').notNull(),
  members: jsonb('members').$type<MemberSettings[]>().notNull().default([]),
  version: integer('version').notNull().default(1),
  runCount: integer('run_count').notNull().default(0),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const pipelineRuns = table('pipeline_runs', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  pipelineId: uuid('pipeline_id').notNull(),
  status: text('status', { enum: ['active', 'completed', 'failed', 'partial_failed'] })
    .notNull()
    .default('active'),
  continueOnFailure: boolean('continue_on_failure').notNull(),
  chainSession: boolean('chain_session').notNull(),
  inputSessionId: uuid('input_session_id'),
  saveSession: boolean('save_session').notNull(),
  sealedVariables: text('sealed_variables'),
  jobId: uuid('job_id'),
  error: text('error'),
  createdAt: time('created_at').notNull(),
  stopRequestedAt: time('stop_requested_at'),
  completedAt: time('completed_at'),
})

export const pipelineRunMembers = table(
  'pipeline_run_members',
  {
    pipelineRunId: uuid('pipeline_run_id').notNull(),
    position: integer('position').notNull(),
    automationId: uuid('automation_id').notNull(),
    settings: jsonb('settings').$type<MemberSettings>(),
    fanOut: jsonb('fan_out').$type<FanOut>(),
    status: text('status', { enum: ['waiting', 'active', 'completed', 'failed', 'skipped'] })
      .notNull()
      .default('waiting'),
    dueAt: time('due_at'),
    executionId: uuid('execution_id'),
    sessionId: uuid('session_id'),
    extractedData: jsonb('extracted_data').$type<ExtractedData>().notNull().default({}),
    error: text('error'),
    startedAt: time('started_at'),
    completedAt: time('completed_at'),
  },
  (columns) => [primaryKey({ columns: [columns.pipelineRunId, columns.position] })],
)
