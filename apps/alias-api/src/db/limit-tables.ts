import { bigint, date, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'

const { table } = pgSchema('alias')

export const planLimits = table('plan_limits', {
  plan: text('plan', { enum: ['free', 'pro', 'business'] }).primaryKey(),
  recipientsPerDay: integer('recipients_per_day').notNull(),
  storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull(),
  webhooks: integer('webhooks').notNull(),
  addresses: integer('addresses').notNull(),
  forwardingAddresses: integer('forwarding_addresses').notNull(),
  domains: integer('domains').notNull(),
  subdomains: integer('subdomains').notNull(),
  addressesByRulePerHour: integer('addresses_by_rule_per_hour').notNull(),
})

export const accountLimits = table('account_limits', {
  accountId: text('account_id').primaryKey(),
  recipientsPerDay: integer('recipients_per_day'),
  storedBytes: bigint('stored_bytes', { mode: 'number' }),
  webhooks: integer('webhooks'),
  addresses: integer('addresses'),
  forwardingAddresses: integer('forwarding_addresses'),
  domains: integer('domains'),
  subdomains: integer('subdomains'),
  addressesByRulePerHour: integer('addresses_by_rule_per_hour'),
})

export const sendingDays = table(
  'sending_days',
  {
    accountId: text('account_id').notNull(),
    day: date('day').notNull(),
    recipients: integer('recipients').notNull().default(0),
    bounces: integer('bounces').notNull().default(0),
    complaints: integer('complaints').notNull().default(0),
  },
  ({ accountId, day }) => [primaryKey({ columns: [accountId, day] })],
)

export const ruleHours = table('rule_hours', {
  accountId: text('account_id').primaryKey(),
  hour: time('hour').notNull(),
  created: integer('created').notNull(),
})

export const planSenders = table('plan_senders', {
  plan: text('plan', { enum: ['free', 'pro', 'business'] }).primaryKey(),
  subdomain: text('subdomain').notNull(),
})
