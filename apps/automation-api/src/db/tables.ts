import { boolean, integer, jsonb, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'
import { webhookTables, type ExtractedData } from '@waypost/webhooks'
import type { StoredAction } from '../automations/action.ts'
import type { BrowserSettings } from '../automations/settings/browser-settings.ts'
import type { Login } from '../automations/settings/login.ts'
import type { RecordingSettings } from '../automations/chrome-recorder/recording.ts'
import type { StoredValidation } from '../automations/validations/validation.ts'
import type { ExecutionValidation } from '../executions/execution-validation.ts'
import type { StoredVariables } from '../automations/variables/variables.ts'
import type { Recorded } from '../runner/healing/recorded.ts'
import type { TentativeHeal } from '../runner/elements/learned-element.ts'
import type { Selector } from '../automations/selector.ts'
import type { StepResult } from '../executions/step-result.ts'
import type { Waiting } from '../executions/waiting/waiting.ts'
import type { SelfHealEvent } from '../executions/self-heal-event.ts'

const screenshotModes = ['key', 'all', 'none'] as const
const traceModes = ['failures', 'all', 'none'] as const
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
  heldAt: time('held_at'),
})

export const accounts = table('accounts', {
  id: text('id').primaryKey(),
  tokenEpoch: integer('token_epoch').notNull().default(0),
  holdEpoch: integer('hold_epoch').notNull().default(0),
  cell: text('cell'),
})

export const keysInCells = table('keys_in_cells', {
  keyHash: bytes('key_hash').primaryKey(),
  ownerId: text('owner_id').notNull(),
})

export const automations = table('automations', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  phrases: jsonb('phrases').$type<string[]>().notNull().default([]),
  actions: jsonb('actions').$type<StoredAction[]>().notNull(),
  variables: jsonb('variables').$type<StoredVariables>().notNull().default({}),
  screenshots: text('screenshots', { enum: screenshotModes }).notNull().default('key'),
  recording: jsonb('recording').$type<RecordingSettings>(),
  browser: jsonb('browser').$type<BrowserSettings>(),
  trace: text('trace', { enum: traceModes }),
  login: jsonb('login').$type<Login>(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  lastEndedAt: time('last_ended_at'),
  toldFailingSince: time('told_failing_since'),
  version: integer('version').notNull().default(1),
  executionCount: integer('execution_count').notNull().default(0),
  origin: text('origin', { enum: ['written', 'generated', 'recorded'] })
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
    phrases: jsonb('phrases').$type<string[]>().notNull().default([]),
    actions: jsonb('actions').$type<StoredAction[]>().notNull(),
    variables: jsonb('variables').$type<StoredVariables>().notNull(),
    screenshots: text('screenshots', { enum: screenshotModes }).notNull(),
    recording: jsonb('recording').$type<RecordingSettings>(),
    browser: jsonb('browser').$type<BrowserSettings>(),
    trace: text('trace', { enum: traceModes }),
    login: jsonb('login').$type<Login>(),
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
  extractedData: jsonb('extracted_data').$type<ExtractedData>().notNull().default({}),
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
  parkedAt: time('parked_at'),
  validation: jsonb('validation').$type<ExecutionValidation>(),
  waiting: jsonb('waiting').$type<Waiting>(),
  resumedAt: time('resumed_at'),
  liveAddress: text('live_address'),
})

export const sessions = table('sessions', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  automationId: uuid('automation_id'),
  executionId: uuid('execution_id').notNull(),
  sealedState: text('sealed_state').notNull(),
  site: text('site'),
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
