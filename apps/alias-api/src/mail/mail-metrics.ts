import { X509Certificate } from 'node:crypto'
import { createMetrics, watchConnections, watchGauges, watchQueues } from '@waypost/http'
import type { Database, Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { Counter, type Registry } from 'prom-client'
import type { Handover } from '../smtp/create-smtp-server.ts'
import type { SpamOutcome } from '../spam/create-spam-filter.ts'
import { workQueues, workSchema } from '../work-queues.ts'

const counted = {
  received: ['accepted', 'refused', 'deferred'],
  outbound: ['sent', 'deferred', 'postponed', 'bounced', 'failed'],
  forwards: [
    'forwarded',
    'unwanted',
    'forged',
    'missing',
    'literal',
    'spam',
    'header',
    'loop',
    'stopped',
    'hosted',
    'expired',
    'unencrypted',
    'suspended',
    'unknown',
  ],
  spam: ['clean', 'suspect', 'spam', 'rspamd_failed'],
} as const

export interface MailMetrics {
  registry: Registry
  /**
   * Exports what waits in a database of the service, and the connections to it.
   *
   * @param name of the service, and of the cell that it is: `alias/c1`
   */
  watch(name: string, database: Pick<Database, 'db' | 'pool'>): void
  countReceived(outcome: Handover): void
  countOutbound(outcome: (typeof counted.outbound)[number]): void
  countSpam(outcome: SpamOutcome): void
  countForward(outcome: (typeof counted.forwards)[number]): void
}

/** Metrics of the mail process: its own work, and the queues that all mail processes share. */
export function createMailMetrics(
  /** The first of the service. */
  database: Pick<Database, 'db' | 'pool'>,
  /** PEM of the certificate in use. */
  certificate: () => string | Buffer,
): MailMetrics {
  const registry = createMetrics('alias-mail')
  const byOutcome = <Outcome extends string>(name: string, help: string, outcomes: readonly Outcome[]) => {
    const counter = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] })
    // Starts every counter at 0, so that the first failure shows as an increase.
    for (const outcome of outcomes) counter.inc({ outcome }, 0)
    return (outcome: Outcome) => counter.inc({ outcome })
  }
  watchGauges(
    registry,
    {
      waypost_smtp_certificate_expires_timestamp_seconds: {
        help: 'When the TLS certificate of the SMTP server expires.',
      },
    },
    async () => {
      const notAfter = new X509Certificate(certificate()).validToDate.getTime() / 1000
      return [{ gauge: 'waypost_smtp_certificate_expires_timestamp_seconds', value: notAfter }]
    },
  )
  const watched: Watched[] = [{ db: database.db }]
  const pools: Record<string, Pick<Database, 'db' | 'pool'>> = { alias: database }
  watchOutbound(registry, watched)
  watchDkim(registry, database)
  watchQueues(
    registry,
    watched,
    workSchema,
    workQueues.map(({ name }) => name),
  )
  watchConnections(registry, pools)
  return {
    registry,
    watch(name, { db, pool }) {
      // A cell that was away and is opened again has other pools.
      const before = watched.findIndex(({ channel }) => channel === name)
      watched.splice(before === -1 ? watched.length : before, 1, { db, channel: name })
      pools[name] = { db, pool }
    },
    countReceived: byOutcome(
      'waypost_mail_received_total',
      'Messages that clients delivered, by answer.',
      counted.received,
    ),
    countOutbound: byOutcome(
      'waypost_outbound_attempts_total',
      'Attempts to send a message, by outcome.',
      counted.outbound,
    ),
    countSpam: byOutcome(
      'waypost_spam_checks_total',
      'Messages by what was made of them; rspamd_failed: judged without rspamd, which did not answer.',
      counted.spam,
    ),
    countForward: byOutcome(
      'waypost_forwards_total',
      'Emails that a forwarding rule matched, by outcome.',
      counted.forwards,
    ),
  }
}

interface Watched {
  db: Db
  /** The name of a cell. */
  channel?: string
}

function watchOutbound(registry: Registry, databases: Watched[]): void {
  watchGauges(
    registry,
    {
      waypost_outbound_waiting: {
        help: 'Outbound messages in the queue, new or deferred.',
        labelNames: ['state', 'channel'],
      },
      waypost_outbound_oldest_seconds: {
        help: 'How long the oldest outbound message has been queued.',
        labelNames: ['state', 'channel'],
      },
    },
    () =>
      databases.map(async ({ db, channel }) => {
        const { rows } = await db.execute<{ state: string; count: string; oldest: string | null }>(sql`
          select state, count(id), extract(epoch from now() - min(queued_at)) as oldest
          from (values ('new', false), ('deferred', true)) as kind (state, was_tried)
          left join alias.outbound_messages on (attempts > 0) = was_tried group by state
        `)
        return rows.flatMap(({ state, count, oldest }) => {
          const labels = { state, ...(channel !== undefined && { channel }) }
          return [
            { gauge: 'waypost_outbound_waiting' as const, labels, value: Number(count) },
            { gauge: 'waypost_outbound_oldest_seconds' as const, labels, value: Number(oldest ?? 0) },
          ]
        })
      }),
    // These metrics count every queued row.
    { ttlMs: 10_000 },
  )
}

/** Platform domains only: users see the keys of their custom domains themselves. */
function watchDkim(registry: Registry, { db }: Pick<Database, 'db'>): void {
  watchGauges(
    registry,
    {
      waypost_dkim_unsigned_domains: {
        help: 'Platform domains without a published DKIM key, whose mail is sent unsigned.',
      },
    },
    async () => {
      const { rows } = await db.execute<{ count: string }>(sql`
        select count(*) from alias.platform_domains where retired_at is null and not exists (
          select from alias.dkim_keys key
          where key.domain = platform_domains.domain and custom_domain_id is null and published_at is not null)
      `)
      return [{ gauge: 'waypost_dkim_unsigned_domains', value: Number(rows[0]!.count) }]
    },
    { ttlMs: 30_000 },
  )
}
