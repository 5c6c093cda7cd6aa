import { jsonb, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'
import type { Selector } from '../automations/selector.ts'
import type { Recorded } from '../runner/healing/recorded.ts'

const { table } = pgSchema('automation')

export const elementPictures = table(
  'element_pictures',
  {
    automationId: uuid('automation_id').notNull(),
    actionName: text('action_name').notNull(),
    ownerId: text('owner_id').notNull(),
    image: bytes('image').notNull(),
    takenAt: time('taken_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.automationId, columns.actionName] })],
)

export const heals = table('heals', {
  id: uuid('id').primaryKey(),
  automationId: uuid('automation_id').notNull(),
  ownerId: text('owner_id').notNull(),
  executionId: uuid('execution_id').notNull(),
  actionName: text('action_name').notNull(),
  candidate: bytes('candidate').notNull(),
  foundName: text('found_name').notNull(),
  message: text('message').notNull(),
  evidence: jsonb('evidence').$type<string[]>().notNull(),
  oldSelectors: jsonb('old_selectors').$type<Selector[]>().notNull(),
  newSelectors: jsonb('new_selectors').$type<Selector[]>().notNull(),
  frame: jsonb('frame').$type<number[]>().notNull(),
  lost: jsonb('lost').$type<Recorded>().notNull(),
  found: jsonb('found').$type<Recorded>(),
  filledSelectors: jsonb('filled_selectors').$type<Selector[]>(),
  oldFrame: jsonb('old_frame').$type<number[]>(),
  beforeImage: bytes('before_image'),
  nowImage: bytes('now_image'),
  decision: text('decision', { enum: ['accepted', 'refused'] }),
  decidedAt: time('decided_at'),
  createdAt: time('created_at').notNull(),
})
