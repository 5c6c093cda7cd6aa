import { createMetrics, watchGauges } from '@waypost/http'
import { ownFaults, type OwnFault } from '@waypost/webhooks'
import { Counter, Histogram } from 'prom-client'
import { measureBacklog } from './measure-backlog.ts'
import type { OpenChannel } from './services.ts'

/** The dispatcher's metrics. Gauges are computed when they are read. */
export function createDeliveryMetrics() {
  const registry = createMetrics('dispatcher')
  const byChannelAndOutcome = { labelNames: ['channel', 'outcome'] as const, registers: [registry] }
  const attempts = new Counter({
    name: 'waypost_delivery_attempts_total',
    help: 'Attempts, by channel and outcome.',
    ...byChannelAndOutcome,
  })
  const seconds = new Histogram({
    name: 'waypost_delivery_attempt_duration_seconds',
    help: 'Time from the start of an attempt to the end of the answer.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ...byChannelAndOutcome,
  })
  const lateness = new Histogram({
    name: 'waypost_delivery_lateness_seconds',
    help: 'How long after its due time an attempt began.',
    buckets: [0.005, 0.015, 0.05, 0.25, 1, 5, 30, 300],
    labelNames: ['channel'] as const,
    registers: [registry],
  })
  const givenUp = new Counter({
    name: 'waypost_deliveries_given_up_total',
    help: 'Deliveries whose last attempt failed.',
    labelNames: ['channel'] as const,
    registers: [registry],
  })
  const unopened = new Counter({
    name: 'waypost_deliveries_unsigned_total',
    help: 'Deliveries that were put off because the key ring does not open the secret of their webhook.',
    labelNames: ['channel'] as const,
    registers: [registry],
  })
  const unsent = new Counter({
    name: 'waypost_deliveries_unsent_total',
    help: 'Deliveries that were put off because DNS answers nothing (dns) or the process has run out of files or memory (resources).',
    labelNames: ['channel', 'fault'] as const,
    registers: [registry],
  })
  const watched: { channel: Pick<OpenChannel, 'channel' | 'name' | 'db'>; inFlight: () => number }[] = []
  const labelNames = ['channel'] as const
  watchGauges(
    registry,
    {
      waypost_deliveries_pending: { help: 'Deliveries that are due and not yet attempted.', labelNames },
      waypost_deliveries_oldest_due_seconds: {
        help: 'How long the oldest pending delivery has been due that does not wait for its receiver.',
        labelNames,
      },
      waypost_deliveries_starved_seconds: {
        help: 'How long an account of which no delivery is in progress has waited, not for its receivers: of all accounts, the longest.',
        labelNames,
      },
      waypost_deliveries_in_flight: { help: 'Requests in flight.', labelNames },
    },
    () =>
      watched.map(async ({ channel: open, inFlight }) => {
        const backlog = await measureBacklog(open)
        const labels = { channel: open.name }
        return [
          {
            gauge: 'waypost_deliveries_pending' as const,
            labels,
            value: Math.max(0, backlog.pending - inFlight()),
          },
          { gauge: 'waypost_deliveries_oldest_due_seconds' as const, labels, value: backlog.oldestSeconds },
          { gauge: 'waypost_deliveries_starved_seconds' as const, labels, value: backlog.starvedSeconds },
          { gauge: 'waypost_deliveries_in_flight' as const, labels, value: inFlight() },
        ]
      }),
  )
  return {
    registry,
    watch(channel: Pick<OpenChannel, 'channel' | 'name' | 'db'>, inFlightNow: () => number) {
      watched.push({ channel, inFlight: inFlightNow })
    },
    /** Counts the deliveries of one channel that could not be signed. */
    unsignedOf(channel: string) {
      const counter = unopened.labels({ channel })
      counter.inc(0)
      return (deliveries: number): void => counter.inc(deliveries)
    },
    /** Counts the deliveries of one channel that a fault of ours kept from being sent. */
    unsentOf(channel: string) {
      for (const fault of ownFaults) unsent.labels({ channel, fault }).inc(0)
      return (fault: OwnFault): void => unsent.labels({ channel, fault }).inc()
    },
    /**
     * Counts the attempts of one channel. Its labels are resolved once, because there are thousands of attempts a
     * second.
     */
    counterOf(channel: string) {
      const late = lateness.labels({ channel })
      const byOutcome = (outcome: string) => ({
        count: attempts.labels({ channel, outcome }),
        seconds: seconds.labels({ channel, outcome }),
      })
      const [delivered, failed] = [byOutcome('delivered'), byOutcome('failed')]
      const last = givenUp.labels({ channel })
      // Starting at 0 makes the first failure visible as an increase.
      for (const counter of [delivered.count, failed.count, last]) counter.inc(0)
      return (attempt: { succeeded: boolean; isLast: boolean; durationMs: number; lateMs: number }): void => {
        const metric = attempt.succeeded ? delivered : failed
        metric.count.inc()
        if (attempt.isLast && !attempt.succeeded) last.inc()
        metric.seconds.observe(attempt.durationMs / 1000)
        late.observe(Math.max(0, attempt.lateMs) / 1000)
      }
    },
  }
}
