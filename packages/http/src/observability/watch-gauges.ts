import { Counter, Gauge, type Registry } from 'prom-client'

/** A gauge's help, and the labels of its readings. */
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
 * Registers gauges that are read together, on request, and cached for `ttlMs`, so that several scrapers cost one
 * reading. While the reading fails or takes longer than `timeoutMs`, the gauges are absent and
 * `waypost_readings_failed_total` increases; the other metrics of the process are exported all the same.
 *
 * @param read several readings, such as of several databases, fail each by itself
 */
export function watchGauges<Name extends string>(
  registry: Registry,
  gauges: Record<Name, WatchedGauge>,
  read: () => Promise<Reading<Name>[]> | Promise<Reading<Name>[]>[],
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
    latest = Promise.all([read()].flat().map(readOne)).then((each) => each.flat())
    return latest
  }
  const readOne = (reading: Promise<Reading<Name>[]>): Promise<Reading<Name>[]> =>
    within(timeoutMs, reading).catch(() => {
      failures.inc()
      return []
    })
  for (const [name, { help, labelNames = [] }] of Object.entries<WatchedGauge>(gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      async collect() {
        const own = (await readings()).filter((reading) => reading.gauge === name)
        gauge.reset()
        // Without labels, reset would set the gauge to 0, which is wrong.
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
  const help = 'Failed readings of gauges; those gauges are absent in the meantime.'
  return known ?? new Counter({ name: failuresName, help, registers: [registry] })
}
