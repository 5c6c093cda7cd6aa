import { bigint, boolean, integer, jsonb, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'
import type { EmailData } from '../notices/notice.ts'
import type { NotificationKind } from '../notifications/notification.ts'
import type { SystemEmailKind } from '../system-mail/system-email.ts'
import type { PasskeyPurpose } from '../passkeys/passkey.ts'
import type { Purpose } from '../mailed-tokens/purposes.ts'
import type { PublicJwk } from '../signing-keys/public-jwk.ts'

const { table } = pgSchema('accounts')

export const accounts = table('accounts', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: time('created_at').notNull(),
  emailConfirmedAt: time('email_confirmed_at'),
  mailboxProvenAt: time('mailbox_proven_at'),
  tokenEpoch: integer('token_epoch').notNull().default(0),
})

export const refreshTokens = table('refresh_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  familyId: uuid('family_id').notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

export const sessions = table('sessions', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  tokenHash: bytes('token_hash').notNull(),
  previousTokenHash: bytes('previous_token_hash'),
  rotatedAt: time('rotated_at').notNull(),
  tokenSeenAt: time('token_seen_at'),
  createdAt: time('created_at').notNull(),
  lastSeenAt: time('last_seen_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  ip: text('ip').notNull(),
  userAgent: text('user_agent').notNull(),
  authenticatedAt: time('authenticated_at'),
})

export const automationKeys = table('automation_keys', {
  sessionId: uuid('session_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  keyId: text('key_id').notNull(),
  sealedKey: text('sealed_key').notNull(),
  expiresAt: time('expires_at').notNull(),
})

export const mailedTokens = table('mailed_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  purpose: text('purpose').$type<Purpose>().notNull(),
  expiresAt: time('expires_at').notNull(),
})

export const totpFactors = table('totp_factors', {
  accountId: uuid('account_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: time('created_at').notNull(),
  confirmedAt: time('confirmed_at'),
  lastTimeStep: bigint('last_time_step', { mode: 'number' }).notNull().default(-1),
})

export const recoveryCodes = table(
  'recovery_codes',
  {
    accountId: uuid('account_id').notNull(),
    codeHash: bytes('code_hash').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.accountId, columns.codeHash] })],
)

export const passkeys = table('passkeys', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
})

export const passkeyChallenges = table('passkey_challenges', {
  challenge: bytes('challenge').primaryKey(),
  purpose: text('purpose').$type<PasskeyPurpose>().notNull(),
  accountId: uuid('account_id'),
  expiresAt: time('expires_at').notNull(),
})

export const knownBrowsers = table(
  'known_browsers',
  {
    accountId: uuid('account_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.accountId, columns.tokenHash] })],
)

export const notificationOptOuts = table(
  'notification_opt_outs',
  {
    accountId: uuid('account_id').notNull(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.accountId, columns.kind] })],
)

export const systemEmails = table('system_emails', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<SystemEmailKind>().notNull(),
  recipient: text('recipient').notNull(),
  data: jsonb('data').$type<EmailData>(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  sentAt: time('sent_at'),
  subject: text('subject'),
  body: text('body'),
})

export const closedAccounts = table('closed_accounts', {
  id: uuid('id').primaryKey(),
  closedAt: time('closed_at').notNull(),
  attemptAt: time('attempt_at').notNull(),
  attempts: integer('attempts').notNull(),
  tokenEpoch: integer('token_epoch').notNull().default(0),
})

export const tokenRevocations = table(
  'token_revocations',
  {
    accountId: uuid('account_id').notNull(),
    service: text('service', { enum: ['automation', 'alias'] }).notNull(),
    epoch: integer('epoch').notNull(),
    hold: boolean('hold').notNull(),
    attemptAt: time('attempt_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (columns) => [primaryKey({ columns: [columns.accountId, columns.service] })],
)

export const signingKeys = table('signing_keys', {
  kid: text('kid').primaryKey(),
  sealedPrivateKey: text('sealed_private_key').notNull(),
  publicJwk: jsonb('public_jwk').$type<PublicJwk>().notNull(),
  createdAt: time('created_at').notNull(),
  signsFrom: time('signs_from'),
  retiredAt: time('retired_at'),
})

export const attempts = table(
  'attempts',
  {
    limitName: text('limit_name').notNull(),
    subject: text('subject').notNull(),
    used: integer('used').notNull(),
    endsAt: time('ends_at').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.limitName, columns.subject] })],
)
