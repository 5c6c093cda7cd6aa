import { createMetrics } from '@waypost/http'
import { Counter, Histogram } from 'prom-client'

/** What the dispatcher measures. */
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
  return {
    registry,
    countAttempt(channel: string, attempt: { succeeded: boolean; durationMs: number; lateMs: number }) {
      const outcome = attempt.succeeded ? 'delivered' : 'failed'
      attempts.inc({ channel, outcome })
      seconds.observe({ channel, outcome }, attempt.durationMs / 1000)
      lateness.observe({ channel }, Math.max(0, attempt.lateMs) / 1000)
    },
  }
}
