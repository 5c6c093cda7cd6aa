import { bigint, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'

const { table } = pgSchema('automation')

export const accountFiles = table(
  'account_files',
  {
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    blobId: uuid('blob_id').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.ownerId, columns.name] })],
)
