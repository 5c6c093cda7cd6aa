import { createMetrics, watchGauges } from '@waypost/http'
import { Counter, type Registry } from 'prom-client'

const browserEnds = ['run', 'bound', 'host_stopped', 'failed'] as const
/** What has ended a browser: its run, a bound that it passed, the host’s stop, or itself. One that did not start has failed. */
export type BrowserEnd = (typeof browserEnds)[number]

export interface HostMetrics {
  registry: Registry
  /** Counts a browser that a runner is given; call the returned function at its end. */
  beginBrowser(): (by: BrowserEnd) => void
  /** Counts a runner that is given none. */
  countRefusal(): void
}

/** A browser host's metrics: its browsers, and the runners that it had none for. */
export function createHostMetrics(places: number): HostMetrics {
  const registry = createMetrics('browser-host')
  const registers = [registry]
  const browsers = new Counter({
    name: 'waypost_browsers_total',
    help: 'Browsers that ended here, by what has ended them.',
    labelNames: ['by'],
    registers,
  })
  for (const by of browserEnds) browsers.inc({ by }, 0)
  const refusals = new Counter({
    name: 'waypost_browsers_refused_total',
    help: 'Browsers that a runner asked for while all were in use.',
    registers,
  })
  let open = 0
  watchGauges(
    registry,
    {
      waypost_browsers_open: { help: 'Browsers in use.' },
      waypost_browser_places: { help: 'Maximum number of browsers at a time in this process.' },
    },
    async () => [
      { gauge: 'waypost_browsers_open', value: open },
      { gauge: 'waypost_browser_places', value: places },
    ],
    { ttlMs: 0 },
  )
  return {
    registry,
    beginBrowser() {
      open += 1
      return (by) => {
        open -= 1
        browsers.inc({ by })
      }
    },
    countRefusal: () => refusals.inc(),
  }
}
