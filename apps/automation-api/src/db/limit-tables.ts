import { bigint, integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'

const { table } = pgSchema('automation')

export const accountSettings = table('account_settings', {
  ownerId: text('owner_id').primaryKey(),
  timeZone: text('time_zone'),
  updatedAt: time('updated_at').notNull(),
})

export const accountLimits = table('account_limits', {
  ownerId: text('owner_id').primaryKey(),
  activeRuns: integer('active_runs'),
  waitingRuns: integer('waiting_runs'),
  waitingJobs: integer('waiting_jobs'),
  waitingIntents: integer('waiting_intents'),
  runMinutesPerDay: integer('run_minutes_per_day'),
  activeRecordings: integer('active_recordings'),
  recordingMinutesPerDay: integer('recording_minutes_per_day'),
  automations: integer('automations'),
  versionsKept: integer('versions_kept'),
  bytesStored: bigint('bytes_stored', { mode: 'number' }),
  pipelines: integer('pipelines'),
  pipelineMembers: integer('pipeline_members'),
  schedules: integer('schedules'),
  webhooks: integer('webhooks'),
  requestsPerMinute: integer('requests_per_minute'),
  updatedAt: time('updated_at').notNull(),
})
