import { boolean, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'

const { table } = pgSchema('alias')

// Of the first database, but for the last.

export const keysInCells = table('keys_in_cells', {
  keyHash: bytes('key_hash').primaryKey(),
  accountId: text('account_id').notNull(),
})

export const takenAddresses = table('taken_addresses', {
  address: text('address').primaryKey(),
  accountId: text('account_id').notNull(),
  addressId: uuid('address_id').notNull(),
  isReleaseDue: boolean('is_release_due').notNull().default(false),
})

export const takenDomains = table('taken_domains', {
  domain: text('domain').notNull(),
  mode: text('mode', { enum: ['live', 'test'] }).notNull(),
  accountId: text('account_id').notNull(),
  domainId: uuid('domain_id').notNull(),
  verificationToken: text('verification_token').notNull(),
})

export const takenMessages = table('taken_messages', {
  hash: bytes('hash').primaryKey(),
  createdAt: time('created_at').notNull(),
})
