import { bigint, boolean, jsonb, pgSchema, real, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'
import type { IntentCandidate, IntentReason } from '../intents/intent-reason.ts'
import type { JobResult } from '../jobs/job-result.ts'

const { table } = pgSchema('automation')

export const jobs = table('jobs', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  number: bigint('number', { mode: 'number' }).generatedByDefaultAsIdentity(),
  type: text('type', { enum: ['automation', 'pipeline'] }).notNull(),
  targetId: uuid('target_id'),
  status: text('status', { enum: ['pending', 'completed', 'failed'] })
    .notNull()
    .default('pending'),
  webhookUrl: text('webhook_url'),
  inputSessionId: uuid('input_session_id'),
  saveSession: boolean('save_session').notNull().default(false),
  sealedVariables: text('sealed_variables'),
  begunAt: time('begun_at'),
  executionId: uuid('execution_id'),
  pipelineRunId: uuid('pipeline_run_id'),
  sessionId: uuid('session_id'),
  result: jsonb('result').$type<JobResult>(),
  error: text('error'),
  createdAt: time('created_at').notNull(),
  completedAt: time('completed_at'),
})

export const intents = table('intents', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  jobId: uuid('job_id').notNull(),
  text: text('text').notNull(),
  mayGenerate: boolean('may_generate').notNull(),
  keyId: uuid('key_id'),
  ip: text('ip').notNull(),
  status: text('status', {
    enum: ['received', 'resolved', 'generating', 'generated', 'executed', 'failed'],
  })
    .notNull()
    .default('received'),
  generatingSince: time('generating_since'),
  automationId: uuid('automation_id'),
  score: real('score'),
  margin: real('margin'),
  candidates: jsonb('candidates').$type<IntentCandidate[]>().notNull().default([]),
  reason: text('reason').$type<IntentReason>(),
  error: text('error'),
  createdAt: time('created_at').notNull(),
  completedAt: time('completed_at'),
})
