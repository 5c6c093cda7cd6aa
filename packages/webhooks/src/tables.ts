import {
  boolean,
  customType,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { time } from '@waypost/postgres'
import type { ErrorCounts } from './health/count-attempts.ts'

/** A number of 64 bits, as text. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * The webhook tables in a service's own Postgres schema, as `migrations/` creates them.
 *
 * @param schema the service's Postgres schema
 */
export function webhookTables(schema: string) {
  const { table } = pgSchema(schema)
  return {
    webhooks: table('webhooks', {
      id: uuid('id').primaryKey(),
      ownerId: text('owner_id').notNull(),
      name: text('name'),
      url: text('url').notNull(),
      events: text('events').array().notNull(),
      filter: json('filter').$type<Record<string, unknown>>(),
      filterPath: text('filter_path'),
      headerNames: text('header_names').array(),
      sealedHeaders: text('sealed_headers'),
      maxPerSecond: integer('max_per_second'),
      format: text('format', { enum: ['slack', 'discord', 'teams'] }),
      isActive: boolean('is_active').notNull().default(true),
      sealedSecret: text('sealed_secret').notNull(),
      failureCount: integer('failure_count').notNull().default(0),
      lastTriggeredAt: time('last_triggered_at'),
      lastStatus: text('last_status'),
      lastSucceededAt: time('last_succeeded_at'),
      lastFailedAt: time('last_failed_at'),
      failingSince: time('failing_since'),
      announcedFailingSince: time('announced_failing_since'),
      disabledAt: time('disabled_at'),
      disabledReason: text('disabled_reason'),
      heldAt: time('held_at'),
      previousSealedSecret: text('previous_sealed_secret'),
      previousSecretUntil: time('previous_secret_until'),
      isRegistered: boolean('is_registered').notNull().default(true),
      feedStartedAt: time('feed_started_at'),
      feedAcknowledgedAt: time('feed_acknowledged_at'),
      feedAcknowledgedXact: transactionId('feed_acknowledged_xact'),
      feedAcknowledgedId: uuid('feed_acknowledged_id'),
      createdAt: time('created_at').notNull(),
    }),
    deliveries: table('deliveries', {
      id: uuid('id').primaryKey(),
      ownerId: text('owner_id').notNull(),
      webhookId: uuid('webhook_id'),
      subjectId: uuid('subject_id'),
      event: text('event').notNull(),
      body: text('body').notNull(),
      status: text('status', { enum: ['pending', 'delivered', 'failed', 'cancelled'] })
        .notNull()
        .default('pending'),
      failedAttempts: integer('failed_attempts').notNull().default(0),
      nextAttemptAt: time('next_attempt_at'),
      round: integer('round').notNull().default(1),
      isParked: boolean('is_parked').notNull().default(false),
      traceParent: text('trace_parent'),
      feedXact: transactionId('feed_xact'),
      createdAt: time('created_at').notNull(),
      endedAt: time('ended_at'),
    }),
    deliveryAttempts: table(
      'delivery_attempts',
      {
        deliveryId: uuid('delivery_id').notNull(),
        number: integer('number').notNull(),
        startedAt: time('started_at').notNull(),
        durationMs: integer('duration_ms'),
        status: integer('status'),
        error: text('error'),
        requestHeaders: json('request_headers').$type<Record<string, string>>(),
        responseBody: text('response_body'),
      },
      (columns) => [primaryKey({ columns: [columns.deliveryId, columns.number] })],
    ),
    webhookHours: table(
      'webhook_hours',
      {
        webhookId: uuid('webhook_id').notNull(),
        startsAt: time('starts_at').notNull(),
        attempts: integer('attempts').notNull(),
        failures: integer('failures').notNull(),
        durations: integer('durations').array().notNull(),
        errors: jsonb('errors').$type<ErrorCounts>().notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.webhookId, columns.startsAt] })],
    ),
  }
}

export type WebhookTables = ReturnType<typeof webhookTables>
export type WebhookRow = WebhookTables['webhooks']['$inferSelect']
