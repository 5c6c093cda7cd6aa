import { createMetrics, watchConnections, watchGauges, watchQueues } from '@waypost/http'
import type { Database, Db } from '@waypost/postgres'
import { Counter, Histogram, type Registry } from 'prom-client'
import { runQueue, workSchema } from './executions/run-queue.ts'
import { generationQueue, matchQueue } from './intents/intent-queues.ts'
import { recordingEnds, type RecordingEnd } from './recordings/recording-end.ts'

export interface RunnerMetrics {
  registry: Registry
  /**
   * Exports what waits in a database of the service, and the connections to it.
   *
   * @param name of the service, and of the cell that it is: `automation/c1`
   */
  watch(name: string, database: Pick<Database, 'db' | 'pool'>): void
  /** Counts a run; call the returned function at its end. */
  beginRun(): (error: string | null) => void
  /** Counts a recording; call the returned function at its end. */
  beginRecording(): (by: RecordingEnd) => void
  countHeal(outcome: 'succeeded' | 'failed'): void
}

const queues = [runQueue, matchQueue, generationQueue].map(({ name }) => name)

/**
 * A runner's metrics: its own runs, and the runs that wait for any runner.
 *
 * @param places runs at a time
 * @param usesHost whether its browsers are those of browser hosts
 */
export function createRunnerMetrics(places: number, usesHost: boolean): RunnerMetrics {
  const registry = createMetrics('automation-runner')
  const registers = [registry]
  const outcome = ['outcome'] as const
  const runs = new Counter({
    name: 'waypost_runs_total',
    help: 'Runs that ended here, by outcome.',
    labelNames: outcome,
    registers,
  })
  const seconds = new Histogram({
    name: 'waypost_run_duration_seconds',
    help: 'Time from the start of a run to its end.',
    labelNames: outcome,
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  })
  const heals = new Counter({
    name: 'waypost_heals_total',
    help: 'Heals of steps whose element was not found, by outcome.',
    labelNames: outcome,
    registers,
  })
  const recordings = new Counter({
    name: 'waypost_recordings_total',
    help: 'Recordings that ended here, by what has ended them.',
    labelNames: ['by'],
    registers,
  })
  for (const by of recordingEnds) recordings.inc({ by }, 0)
  for (const result of ['completed', 'failed']) runs.inc({ outcome: result }, 0)
  for (const result of ['succeeded', 'failed']) heals.inc({ outcome: result }, 0)
  let underWay = 0
  let open = 0
  watchGauges(
    registry,
    {
      waypost_runs_under_way: { help: 'Runs in progress.' },
      waypost_recordings_open: { help: 'Recordings in progress.' },
      waypost_run_places: { help: 'Maximum number of concurrent runs in this process.' },
      waypost_runner_uses_browser_host: { help: '1 where the browsers are those of browser hosts, else 0.' },
    },
    async () => [
      { gauge: 'waypost_runs_under_way', value: underWay },
      { gauge: 'waypost_recordings_open', value: open },
      { gauge: 'waypost_run_places', value: places },
      { gauge: 'waypost_runner_uses_browser_host', value: Number(usesHost) },
    ],
    { ttlMs: 0 },
  )
  const watched: { db: Db; channel?: string }[] = []
  const pools: Record<string, Pick<Database, 'db' | 'pool'>> = {}
  watchQueues(registry, watched, workSchema, queues)
  watchConnections(registry, pools)
  return {
    registry,
    watch(name, database) {
      watched.push({ db: database.db, ...(name !== 'automation' && { channel: name }) })
      pools[name] = database
    },
    beginRun() {
      underWay += 1
      const startedAt = performance.now()
      return (error) => {
        underWay -= 1
        const labels = { outcome: error === null ? 'completed' : 'failed' }
        runs.inc(labels)
        seconds.observe(labels, (performance.now() - startedAt) / 1000)
      }
    },
    beginRecording() {
      open += 1
      return (by) => {
        open -= 1
        recordings.inc({ by })
      }
    },
    countHeal: (result) => heals.inc({ outcome: result }),
  }
}
