import { boolean, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'

const { table } = pgSchema('automation')

export const scheduleRunStatuses = ['running', 'completed', 'failed', 'skipped'] as const

export const schedules = table('schedules', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  name: text('name').notNull(),
  targetType: text('target_type', { enum: ['automation', 'pipeline', 'intent'] }).notNull(),
  targetId: uuid('target_id').notNull(),
  intentText: text('intent_text'),
  cron: text('cron'),
  every: text('every'),
  rrule: text('rrule'),
  timezone: text('timezone').notNull(),
  sealedVariables: text('sealed_variables'),
  startAt: time('start_at'),
  endAt: time('end_at'),
  jitter: integer('jitter').notNull(),
  overlap: text('overlap', { enum: ['skip', 'queue'] }).notNull(),
  catchUp: boolean('catch_up').notNull(),
  isActive: boolean('is_active').notNull(),
  heldAt: time('held_at'),
  keyId: uuid('key_id'),
  ip: text('ip').notNull(),
  nextAt: time('next_at'),
  dueAt: time('due_at'),
  lastRunAt: time('last_run_at'),
  lastStatus: text('last_status', { enum: scheduleRunStatuses }),
  lastError: text('last_error'),
  lastJobId: uuid('last_job_id'),
  failingSince: time('failing_since'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const scheduleRuns = table('schedule_runs', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  scheduleId: uuid('schedule_id').notNull(),
  scheduledAt: time('scheduled_at').notNull(),
  status: text('status', { enum: scheduleRunStatuses }).notNull(),
  error: text('error'),
  startedType: text('started_type', { enum: ['execution', 'pipeline_run', 'job'] }),
  startedId: uuid('started_id'),
  createdAt: time('created_at').notNull(),
  endedAt: time('ended_at'),
})
