import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { webhookTables } from '@waypost/webhooks'
import type { Action } from '../automations/action.ts'
import type { RecordingSettings } from '../automations/recorder/recording.ts'
import type { ExecutionValidation, StoredValidation } from '../automations/validation.ts'
import type { StoredVariables } from '../automations/variables.ts'
import type { IntentCandidate, IntentReason } from '../intents/intent-reason.ts'
import type { JobResult } from '../jobs/job-result.ts'
import type { Recorded } from '../runner/healing/heal-element.ts'
import type { TentativeHeal } from '../runner/learned-element.ts'
import type { Selector } from '../runner/selectors.ts'
import type { StepResult } from '../executions/step-result.ts'
import type { SelfHealEvent } from '../executions/self-heal-event.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const screenshotModes = ['key', 'all', 'none'] as const
const { table } = pgSchema('automation')

export const { webhooks, deliveries, deliveryAttempts } = webhookTables('automation')

export const apiKeys = table('api_keys', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  keyHash: bytes('key_hash').notNull(),
  scopes: text('scopes').array().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at'),
  lastUsedAt: time('last_used_at'),
})

export const automations = table('automations', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  actions: jsonb('actions').$type<Action[]>().notNull(),
  variables: jsonb('variables').$type<StoredVariables>().notNull().default({}),
  screenshots: text('screenshots', { enum: screenshotModes }).notNull().default('key'),
  recording: jsonb('recording').$type<RecordingSettings>(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  lastEndedAt: time('last_ended_at'),
  version: integer('version').notNull().default(1),
  executionCount: integer('execution_count').notNull().default(0),
  origin: text('origin', { enum: ['written', 'generated'] })
    .notNull()
    .default('written'),
  isDraft: boolean('is_draft').notNull().default(false),
  validation: jsonb('validation').$type<StoredValidation>(),
})

export const automationVersions = table(
  'automation_versions',
  {
    automationId: uuid('automation_id').notNull(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    actions: jsonb('actions').$type<Action[]>().notNull(),
    variables: jsonb('variables').$type<StoredVariables>().notNull(),
    screenshots: text('screenshots', { enum: screenshotModes }).notNull(),
    recording: jsonb('recording').$type<RecordingSettings>(),
    cause: text('cause', { enum: ['created', 'updated', 'restored', 'healed'] }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.automationId, columns.version] })],
)

export const executions = table('executions', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  automationId: uuid('automation_id').notNull(),
  pipelineRunId: uuid('pipeline_run_id'),
  jobId: uuid('job_id'),
  status: text('status', { enum: ['pending', 'running', 'completed', 'failed'] })
    .notNull()
    .default('pending'),
  extractedData: jsonb('extracted_data').$type<Record<string, string | string[]>>().notNull().default({}),
  steps: jsonb('steps').$type<StepResult[]>().notNull().default([]),
  error: text('error'),
  createdAt: time('created_at').notNull(),
  startsAt: time('starts_at').notNull(),
  startedAt: time('started_at'),
  completedAt: time('completed_at'),
  stopRequestedAt: time('stop_requested_at'),
  inputSessionId: uuid('input_session_id'),
  sessionId: uuid('session_id'),
  saveSession: boolean('save_session').notNull().default(false),
  sealedVariables: text('sealed_variables'),
  selfHealEvents: jsonb('self_heal_events').$type<SelfHealEvent[]>().notNull().default([]),
  aliveAt: time('alive_at'),
  validation: jsonb('validation').$type<ExecutionValidation>(),
})

export const pipelines = table('pipelines', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  automationIds: uuid('automation_ids').array().notNull(),
  continueOnFailure: boolean('continue_on_failure').notNull(),
  chainSession: boolean('chain_session').notNull(),
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
    status: text('status', { enum: ['waiting', 'active', 'completed', 'failed', 'skipped'] })
      .notNull()
      .default('waiting'),
    dueAt: time('due_at'),
    executionId: uuid('execution_id'),
    sessionId: uuid('session_id'),
    extractedData: jsonb('extracted_data').$type<Record<string, string | string[]>>().notNull().default({}),
    error: text('error'),
    startedAt: time('started_at'),
    completedAt: time('completed_at'),
  },
  (columns) => [primaryKey({ columns: [columns.pipelineRunId, columns.position] })],
)

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

export const sessions = table('sessions', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  automationId: uuid('automation_id'),
  executionId: uuid('execution_id').notNull(),
  sealedState: text('sealed_state').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
})

export const stepScreenshots = table(
  'step_screenshots',
  {
    executionId: uuid('execution_id').notNull(),
    stepIndex: integer('step_index').notNull(),
    image: bytes('image').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.executionId, columns.stepIndex] })],
)

export const executionFailures = table('execution_failures', {
  executionId: uuid('execution_id').primaryKey(),
  url: text('url').notNull(),
  title: text('title').notNull(),
  accessibilityTree: text('accessibility_tree').notNull(),
  consoleErrors: jsonb('console_errors').$type<string[]>().notNull(),
})

export const auditLogs = table('audit_logs', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  action: text('action').notNull(),
  resourceType: text('resource_type'),
  resourceId: uuid('resource_id'),
  keyId: uuid('key_id'),
  ip: text('ip').notNull(),
  result: text('result', { enum: ['success', 'refused'] }).notNull(),
  method: text('method'),
  path: text('path'),
  statusCode: integer('status_code'),
  createdAt: time('created_at').notNull(),
})

export const learnedElements = table(
  'learned_elements',
  {
    automationId: uuid('automation_id').notNull(),
    actionName: text('action_name').notNull(),
    selectors: jsonb('selectors').$type<Selector[]>().notNull(),
    recorded: jsonb('recorded').$type<Recorded>().notNull(),
    tentative: jsonb('tentative').$type<TentativeHeal>(),
  },
  (columns) => [primaryKey({ columns: [columns.automationId, columns.actionName] })],
)
