import {
  boolean,
  customType,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { webhookTables } from '@waypost/webhooks'
import type { Action } from '../automations/action.ts'
import type { StepResult } from '../runner/run-actions.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
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
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  lastEndedAt: time('last_ended_at'),
  version: integer('version').notNull().default(1),
  executionCount: integer('execution_count').notNull().default(0),
})

export const automationVersions = table(
  'automation_versions',
  {
    automationId: uuid('automation_id').notNull(),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    actions: jsonb('actions').$type<Action[]>().notNull(),
    cause: text('cause', { enum: ['created', 'updated', 'restored'] }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.automationId, columns.version] })],
)

export const executions = table('executions', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  automationId: uuid('automation_id').notNull(),
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
