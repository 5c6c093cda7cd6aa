import { integer, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'
import type { Action } from '../automations/action.ts'
import type { RecordedVariables } from '../recordings/recorded-variables.ts'
import type { StepQuestion } from '../recordings/step-question.ts'
import type { Recorded } from '../runner/healing/recorded.ts'

const { table } = pgSchema('automation')

export const recordings = table('recordings', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  status: text('status', { enum: ['pending', 'running', 'ended'] }).notNull(),
  url: text('url'),
  automationId: uuid('automation_id'),
  afterStep: text('after_step'),
  beforeStep: text('before_step'),
  sessionId: uuid('session_id'),
  sealedVariables: text('sealed_variables'),
  variables: jsonb('variables').$type<RecordedVariables>().notNull().default({}),
  error: text('error'),
  liveAddress: text('live_address'),
  createdAt: time('created_at').notNull(),
  startedAt: time('started_at'),
  aliveAt: time('alive_at'),
  endedAt: time('ended_at'),
  closedAt: time('closed_at'),
})

export const recordedSteps = table('recorded_steps', {
  id: uuid('id').primaryKey(),
  recordingId: uuid('recording_id').notNull(),
  ownerId: text('owner_id').notNull(),
  position: integer('position').notNull(),
  action: jsonb('action').$type<Action>().notNull(),
  learned: jsonb('learned').$type<Recorded>(),
  question: jsonb('question').$type<StepQuestion>(),
  screenshot: bytes('screenshot'),
})
