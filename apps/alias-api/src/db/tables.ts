import { bigint, boolean, integer, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'
import { webhookTables } from '@waypost/webhooks'
import type { MailConditions } from '../mail-rules/mail-rule.ts'

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
const { table } = pgSchema('alias')

export const { webhooks } = webhookTables('alias')

export const accounts = table('accounts', {
  id: text('id').primaryKey(),
  email: text('email'),
  plan: text('plan', { enum: ['free', 'pro', 'business'] })
    .notNull()
    .default('free'),
  tokenEpoch: integer('token_epoch').notNull().default(0),
  holdEpoch: integer('hold_epoch').notNull().default(0),
  emailVerified: boolean('email_verified'),
  suspendedAt: time('suspended_at'),
  suspendedReason: text('suspended_reason'),
  sendingStoppedAt: time('sending_stopped_at'),
  sendingStoppedReason: text('sending_stopped_reason'),
  storageFullAt: time('storage_full_at'),
  /** The cell that has the account's data; null: this database. */
  cell: text('cell'),
  createdAt: time('created_at').notNull(),
})

export const apiKeys = table('api_keys', {
  id: uuid('id').primaryKey(),
  accountId: text('account_id').notNull(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  keyHash: bytes('key_hash').notNull(),
  scopes: text('scopes').array().notNull(),
  mode: text('mode', { enum: ['live', 'test'] }).notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
  heldAt: time('held_at'),
})

export const platformDomains = table('platform_domains', {
  id: uuid('id').primaryKey(),
  domain: text('domain').notNull(),
  plans: text('plans').array().notNull(),
  position: integer('position').notNull(),
  hasSubdomains: boolean('has_subdomains').notNull().default(false),
  retiredAt: time('retired_at'),
  createdAt: time('created_at').notNull(),
})

export const domains = table('domains', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  domain: text('domain').notNull(),
  status: text('status', { enum: ['pending', 'verified'] })
    .notNull()
    .default('pending'),
  verificationToken: text('verification_token').notNull(),
  verifiedAt: time('verified_at'),
  nextCheckAt: time('next_check_at'),
  awaitedSince: time('awaited_since'),
  checkedAt: time('checked_at'),
  failures: integer('failures').notNull().default(0),
  failedAt: time('failed_at'),
  platformDomain: text('platform_domain'),
  createdAt: time('created_at').notNull(),
})

export const subdomainNames = table('subdomain_names', {
  domain: text('domain').primaryKey(),
  accountId: text('account_id').notNull(),
  claimedAt: time('claimed_at').notNull(),
})

export const domainRules = table('domain_rules', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  domainId: uuid('domain_id').notNull(),
  position: integer('position').notNull(),
  matchType: text('match_type', { enum: ['any', 'prefix', 'regex'] }).notNull(),
  matchValue: text('match_value'),
  label: text('label'),
  forwardToId: uuid('forward_to_id'),
  expiresInSeconds: integer('expires_in_seconds'),
  isRenewed: boolean('is_renewed').notNull(),
  isActive: boolean('is_active').notNull(),
  heldAt: time('held_at'),
  aliasesCreated: count('aliases_created'),
  createdAt: time('created_at').notNull(),
})

export const addresses = table('addresses', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  address: text('address').notNull(),
  domain: text('domain').notNull(),
  domainId: uuid('domain_id'),
  label: text('label'),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  expiredAt: time('expired_at'),
  renewSeconds: integer('renew_seconds'),
  renewsAt: time('renews_at'),
  noticeSeconds: integer('notice_seconds'),
  noticeAt: time('notice_at'),
  ruleId: uuid('rule_id'),
})

export const addressCounts = table('address_counts', {
  ownerId: text('owner_id').primaryKey(),
  created: count('created'),
  existing: count('existing'),
  expired: count('expired'),
})

export const forwardingAddresses = table('forwarding_addresses', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  email: text('email').notNull(),
  verifiedAt: time('verified_at'),
  tokenHash: bytes('token_hash'),
  tokenExpiresAt: time('token_expires_at'),
  suspendedAt: time('suspended_at'),
  suspendedReason: text('suspended_reason'),
  hasAliasLinks: boolean('has_alias_links').notNull().default(false),
  aliasLinksIn: text('alias_links_in', { enum: ['header', 'footer'] })
    .notNull()
    .default('header'),
  pgpKey: text('pgp_key'),
  pgpFingerprint: text('pgp_fingerprint'),
  pgpExpiresAt: time('pgp_expires_at'),
  hidesSubject: boolean('hides_subject').notNull().default(false),
  createdAt: time('created_at').notNull(),
})

export const forwardingRules = table('forwarding_rules', {
  addressId: uuid('address_id').primaryKey(),
  id: uuid('id').notNull(),
  ownerId: text('owner_id').notNull(),
  forwardToId: uuid('forward_to_id'),
  filterSender: text('filter_sender'),
  filterSubject: text('filter_subject'),
  removesTrackers: boolean('removes_trackers').notNull().default(false),
  forwardsUnverified: boolean('forwards_unverified').notNull().default(true),
  isActive: boolean('is_active').notNull(),
  heldAt: time('held_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const mailRules = table('mail_rules', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  addressId: uuid('address_id').notNull(),
  position: integer('position').notNull(),
  conditions: jsonb('conditions').$type<MailConditions>().notNull(),
  action: text('action', { enum: ['forward', 'keep', 'discard', 'label', 'webhook'] }).notNull(),
  forwardToId: uuid('forward_to_id'),
  label: text('label'),
  stops: boolean('stops').notNull(),
  isActive: boolean('is_active').notNull(),
  heldAt: time('held_at'),
  createdAt: time('created_at').notNull(),
})

export const auditLogs = table('audit_logs', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  action: text('action').notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  statusCode: integer('status_code').notNull(),
  keyId: uuid('key_id'),
  ip: text('ip').notNull(),
  createdAt: time('created_at').notNull(),
})

export const auditLogCounts = table('audit_log_counts', {
  ownerId: text('owner_id').primaryKey(),
  total: count('total'),
})
