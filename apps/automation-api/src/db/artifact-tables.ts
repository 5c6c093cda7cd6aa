import { bigint, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'

const { table } = pgSchema('automation')

export const artifacts = table('artifacts', {
  id: uuid('id').primaryKey(),
  executionId: uuid('execution_id').notNull(),
  ownerId: text('owner_id').notNull(),
  kind: text('kind', { enum: ['download', 'pdf', 'screenshot', 'data', 'trace'] }).notNull(),
  stepName: text('step_name').notNull(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  blobId: uuid('blob_id').notNull(),
  createdAt: time('created_at').notNull(),
})
