import { sql } from 'drizzle-orm'
import { createMetrics } from '@waypost/http'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { OpenChannel } from './services.ts'

/** What the dispatcher measures. The gauges are read when they are asked for. */
export function createDeliveryMetrics() {
  const registry = createMetrics('dispatcher')
  const labels = { labelNames: ['channel', 'outcome'] as const, registers: [registry] }
  const attempts = new Counter({
    name: 'waypost_delivery_attempts_total',
    help: 'Attempts, by channel and outcome.',
    ...labels,
  })
  const seconds = new Histogram({
    name: 'waypost_delivery_attempt_duration_seconds',
    help: 'Time from the start of an attempt to the end of the answer.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ...labels,
  })
  const lateness = new Histogram({
    name: 'waypost_delivery_lateness_seconds',
    help: 'How long after its due time an attempt began.',
    buckets: [0.005, 0.015, 0.05, 0.25, 1, 5, 30, 300],
    labelNames: ['channel'] as const,
    registers: [registry],
  })
  const watched: { channel: OpenChannel; inFlight: () => number }[] = []
  const perChannel = { labelNames: ['channel'] as const, registers: [registry] }
  const pending = new Gauge({
    name: 'waypost_deliveries_pending',
    help: 'Deliveries that are due and not yet attempted.',
    ...perChannel,
  })
  const oldest = new Gauge({
    name: 'waypost_deliveries_oldest_due_seconds',
    help: 'How long the oldest of them has been due.',
    ...perChannel,
  })
  const inFlight = new Gauge({
    name: 'waypost_deliveries_in_flight',
    help: 'Requests under way at this moment.',
    ...perChannel,
    async collect() {
      for (const each of watched) {
        const channel = each.channel.channel.service
        const backlog = await measureBacklog(each.channel)
        inFlight.set({ channel }, each.inFlight())
        pending.set({ channel }, Math.max(0, backlog.count - each.inFlight()))
        oldest.set({ channel }, backlog.oldestSeconds)
      }
    },
  })
  return {
    registry,
    watch(channel: OpenChannel, inFlightNow: () => number) {
      watched.push({ channel, inFlight: inFlightNow })
    },
    /** Counts the attempts of one channel; its labels are looked up once, not at each of thousands a second. */
    counterOf(channel: string) {
      const late = lateness.labels({ channel })
      const byOutcome = (outcome: string) => ({
        count: attempts.labels({ channel, outcome }),
        seconds: seconds.labels({ channel, outcome }),
      })
      const [delivered, failed] = [byOutcome('delivered'), byOutcome('failed')]
      return (attempt: { succeeded: boolean; durationMs: number; lateMs: number }): void => {
        const metric = attempt.succeeded ? delivered : failed
        metric.count.inc()
        metric.seconds.observe(attempt.durationMs / 1000)
        late.observe(Math.max(0, attempt.lateMs) / 1000)
      }
    },
  }
}

async function measureBacklog({
  channel,
  db,
}: OpenChannel): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await db.execute<{ count: string; oldest: string | null }>(sql`
    select count(*), extract(epoch from now() - min(next_attempt_at)) as oldest
    from ${sql.identifier(channel.service)}.deliveries where status = 'pending' and next_attempt_at <= now()
  `)
  return { count: Number(rows[0]!.count), oldestSeconds: Number(rows[0]!.oldest ?? 0) }
}
