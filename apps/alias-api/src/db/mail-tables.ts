import { bigint, boolean, date, integer, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, time } from '@waypost/postgres'
import type { Authenticity } from '../authenticity/authenticity.ts'
import type { Removed } from '../rewriting/removed.ts'
import type { Dsn, OutboundDsn } from '../smtp/commands/read-dsn.ts'
import type { Spam } from '../spam/spam.ts'

const count = (name: string) => bigint(name, { mode: 'number' }).notNull()
const { table } = pgSchema('alias')

const forwardStatuses = ['withheld', 'queued', 'sent', 'bounced', 'failed'] as const

export const messages = table('messages', {
  id: uuid('id').primaryKey(),
  content: bytes('content').notNull(),
  size: integer('size').notNull(),
  mailFrom: text('mail_from'),
  clientIp: text('client_ip'),
  clientName: text('client_name'),
  createdAt: time('created_at').notNull(),
  restId: uuid('rest_id'),
  bodyHash: text('body_hash'),
  dsn: jsonb('dsn').$type<Dsn>(),
})

export const attachments = table('attachments', {
  id: uuid('id').primaryKey(),
  messageId: uuid('message_id').notNull(),
  position: integer('position').notNull(),
  filename: text('filename'),
  contentType: text('content_type').notNull(),
  contentId: text('content_id'),
  isInline: boolean('is_inline').notNull(),
  size: integer('size').notNull(),
  content: bytes('content').notNull(),
  restId: uuid('rest_id'),
  messageOffset: integer('message_offset'),
  messageBytes: integer('message_bytes'),
})

export const emails = table('emails', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  addressId: uuid('address_id').notNull(),
  messageId: uuid('message_id').notNull(),
  type: text('type', { enum: ['received', 'sent'] }).notNull(),
  status: text('status', { enum: ['queued', 'sent', 'bounced', 'failed'] }),
  fromAddress: text('from_address').notNull(),
  fromName: text('from_name').notNull(),
  toAddress: text('to_address').notNull(),
  subject: text('subject').notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  hasAttachments: boolean('has_attachments').notNull(),
  isRead: boolean('is_read').notNull(),
  isStarred: boolean('is_starred').notNull().default(false),
  receivedAt: time('received_at').notNull(),
  statusReason: text('status_reason'),
  deletedAt: time('deleted_at'),
  forwardedAt: time('forwarded_at'),
  forwardStatus: text('forward_status', { enum: forwardStatuses }),
  forwardTo: text('forward_to'),
  forwardReason: text('forward_reason'),
  forwardRemoved: jsonb('forward_removed').$type<Removed>(),
  authentication: jsonb('authentication').$type<Authenticity>(),
  isTruncated: boolean('is_truncated').notNull().default(false),
  spam: jsonb('spam').$type<Spam>(),
  isSpam: boolean('is_spam').notNull().default(false),
  threadId: uuid('thread_id'),
  threadKey: uuid('thread_key'),
  labels: text('labels').array(),
  removedByRule: text('removed_by_rule', { enum: ['discard', 'webhook'] }),
  forwardCount: integer('forward_count'),
})

export const emailForwards = table('email_forwards', {
  emailId: uuid('email_id').notNull(),
  number: integer('number').notNull(),
  forwardingAddressId: uuid('forwarding_address_id').notNull(),
  address: text('address').notNull(),
  status: text('status', { enum: forwardStatuses }),
  reason: text('reason'),
  removed: jsonb('removed').$type<Removed>(),
})

export const emailRecipients = table('email_recipients', {
  emailId: uuid('email_id').notNull(),
  number: integer('number').notNull(),
  kind: text('kind', { enum: ['to', 'cc', 'bcc'] }).notNull(),
  address: text('address').notNull(),
  status: text('status', { enum: ['queued', 'sent', 'bounced', 'failed'] })
    .notNull()
    .default('queued'),
  reason: text('reason'),
})

export const outboundMessages = table('outbound_messages', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  emailId: uuid('email_id'),
  messageId: uuid('message_id').notNull(),
  mailFrom: text('mail_from').notNull(),
  rcptTo: text('rcpt_to').notNull(),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  queuedAt: time('queued_at').notNull(),
  forwardedEmailId: uuid('forwarded_email_id'),
  forwardingAddressId: uuid('forwarding_address_id'),
  signedBy: text('signed_by'),
  recipient: integer('recipient'),
  dsn: jsonb('dsn').$type<OutboundDsn>(),
})

export const smtpLog = table('smtp_log', {
  id: uuid('id').primaryKey(),
  addressId: uuid('address_id').notNull(),
  isAccepted: boolean('is_accepted').notNull(),
  answer: text('answer').notNull(),
  mailFrom: text('mail_from').notNull(),
  clientIp: text('client_ip').notNull(),
  clientName: text('client_name').notNull(),
  createdAt: time('created_at').notNull(),
})

export const dkimKeys = table('dkim_keys', {
  id: uuid('id').primaryKey(),
  domain: text('domain').notNull(),
  customDomainId: uuid('custom_domain_id'),
  number: integer('number').notNull(),
  sealedKey: text('sealed_key').notNull(),
  publicKey: text('public_key').notNull(),
  createdAt: time('created_at').notNull(),
  publishedAt: time('published_at'),
  nextCheckAt: time('next_check_at').notNull(),
})

export const returnPaths = table('return_paths', {
  token: text('token').primaryKey(),
  emailId: uuid('email_id').notNull(),
  forwardingAddressId: uuid('forwarding_address_id'),
  createdAt: time('created_at').notNull(),
  accountId: text('account_id'),
  bouncedAt: time('bounced_at'),
  complainedAt: time('complained_at'),
  recipient: integer('recipient'),
})

export const contacts = table('contacts', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  addressId: uuid('address_id').notNull(),
  email: text('email').notNull(),
  name: text('name'),
  reverseAddress: text('reverse_address').notNull(),
  blockedAt: time('blocked_at'),
  createdAt: time('created_at').notNull(),
  usedAt: time('used_at').notNull().defaultNow(),
  isKept: boolean('is_kept').notNull().default(false),
})

export const replyIds = table('reply_ids', {
  contactId: uuid('contact_id').notNull(),
  mailboxId: text('mailbox_id').notNull(),
  emailId: uuid('email_id').notNull(),
})

export const heldOutbound = table('held_outbound', {
  outboundId: uuid('outbound_id').primaryKey(),
  accountId: text('account_id').notNull(),
  heldAt: time('held_at').notNull().defaultNow(),
})

export const caughtMail = table('caught_mail', {
  id: uuid('id').primaryKey(),
  mailFrom: text('mail_from').notNull(),
  rcptTo: text('rcpt_to').notNull(),
  content: bytes('content').notNull(),
  createdAt: time('created_at').notNull(),
})

export const emailMonths = table('email_months', {
  ownerId: text('owner_id').notNull(),
  type: text('type').notNull(),
  month: date('month').notNull(),
  total: count('total'),
})

export const verificationMails = table('verification_mails', {
  id: uuid('id').primaryKey(),
  ownerId: text('owner_id').notNull(),
  email: text('email').notNull(),
  sentAt: time('sent_at').notNull(),
})
