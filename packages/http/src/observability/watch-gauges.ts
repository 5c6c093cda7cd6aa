import { Counter, Gauge, type Registry } from 'prom-client'

/** What a gauge says: its help, and the labels of its readings. */
export interface WatchedGauge {
  help: string
  labelNames?: readonly string[]
}

export interface Reading<Name extends string> {
  gauge: Name
  labels?: Record<string, string>
  value: number
}

const failuresName = 'waypost_readings_failed_total'

/**
 * Gauges that are read together, when somebody asks for them, and again after `ttlMs` at the earliest: several who
 * scrape cost one reading. While they cannot be read, or not within `timeoutMs`, they are absent, and `waypost_readings_failed_total` says so: what
 * else the process tells must not go with them.
 */
export function watchGauges<Name extends string>(
  registry: Registry,
  gauges: Record<Name, WatchedGauge>,
  read: () => Promise<Reading<Name>[]>,
  {
    ttlMs = 5000,
    timeoutMs = 3000,
    now = Date.now,
  }: { ttlMs?: number; timeoutMs?: number; now?: () => number } = {},
): void {
  const failures = failuresOf(registry)
  let readAt = -Infinity
  let latest: Promise<Reading<Name>[]> = Promise.resolve([])
  const readings = (): Promise<Reading<Name>[]> => {
    if (now() < readAt + ttlMs) return latest
    readAt = now()
    latest = within(timeoutMs, read()).catch(() => {
      failures.inc()
      return []
    })
    return latest
  }
  for (const [name, { help, labelNames = [] }] of Object.entries<WatchedGauge>(gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      async collect() {
        const own = (await readings()).filter((reading) => reading.gauge === name)
        gauge.reset()
        // Without labels, reset makes it 0, which would be a lie.
        if (own.length === 0 && labelNames.length === 0) gauge.remove({})
        for (const { labels = {}, value } of own) gauge.set(labels, value)
      },
      registers: [],
    })
    registry.registerMetric(gauge)
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`took longer than ${ms} ms`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function failuresOf(registry: Registry): Counter {
  const known = registry.getSingleMetric(failuresName) as Counter | undefined
  const help = 'Readings of gauges that failed; those gauges are absent meanwhile.'
  return known ?? new Counter({ name: failuresName, help, registers: [registry] })
}
