import { pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'

const { table } = pgSchema('automation')

export const secrets = table(
  'secrets',
  {
    ownerId: text('owner_id').notNull(),
    name: text('name').notNull(),
    sealedValue: text('sealed_value').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.ownerId, columns.name] })],
)
