import '@waypost/http/starting'
import { onceItWorks, openCells, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { findDatabaseFault } from '@waypost/postgres'
import { checkStore, createObjectStore } from '@waypost/storage'
import { readRunnerEnv } from './env.ts'
import { claimRuns } from './runner/claim-runs.ts'
import { createRunnerMetrics } from './runner-metrics.ts'
import { openBrowsers } from './runner-process/open-browsers.ts'
import { openLiveViews } from './runner-process/open-live-views.ts'
import { openModelRankers } from './runner-process/open-model-rankers.ts'
import { openRunnerServices } from './runner-process/open-runner-services.ts'
import type { RunnerProcess, Shared } from './runner-process/runner-process.ts'
import { startWork } from './runner-process/start-work.ts'

// After its runs, which may take all of RUNNER_DRAIN_SECONDS, a runner closes its browsers and connections.
const closeMs = 10_000

const start = async (running: RunnerProcess): Promise<void> => {
  const { env, logger, onStop } = running
  const metrics = createRunnerMetrics(env.RUNNER_CONCURRENCY, env.BROWSER_HOST_URL !== undefined)
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  watchObjectStore(metrics.registry, objects)
  const outside = { metrics, objects, createRankers: await openModelRankers(running) }
  const home = await openRunnerServices(running, outside, env.DATABASE_URL)
  metrics.watch('automation', home.database)
  const { browsers, isolation } = await openBrowsers(running)
  const stopped = new AbortController()
  const shared: Shared = {
    ...outside,
    browsers,
    live: await openLiveViews(running, home.services),
    claimer: claimRuns({ concurrency: env.RUNNER_CONCURRENCY, logger }),
    recordings: new Set(),
    signal: stopped.signal,
  }
  const settings = env.AUTOMATION_CELLS.map(({ name, url }) => ({ name: `automation/${name}`, url }))
  const cells = openCells(settings, {
    registry: metrics.registry,
    logger,
    async open({ name, url }, onStopCell) {
      const inCell = { env, onStop: onStopCell, logger: logger.child({ channel: name }) }
      const opened = await openRunnerServices(inCell, outside, url)
      onStopCell(await startWork(inCell, opened, shared))
      metrics.watch(name, opened.database)
      const { checkKeys, services } = opened
      return { check: async () => (await findDatabaseFault(services.db)) ?? (await checkKeys()) }
    },
  })
  if (env.METRICS_PORT !== undefined) {
    const internals = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [home.services.db],
      checks: [home.checkKeys, ...(objects ? [onceItWorks(checkStore(objects))] : [])],
      detail: () => ({ isolation, ...(settings.length > 0 && { cells: cells.state() }) }),
    })
    onStop(async () => void internals.close())
  }
  const stopWork = await startWork(running, home, shared)
  onStop(async () => {
    // What is under way may end. Runs that do not within the time that a process has to stop fail with the reason.
    const limit = setTimeout(
      () => stopped.abort(new Error('The runner was stopped')),
      env.RUNNER_DRAIN_SECONDS * 1000,
    )
    await Promise.all([shared.claimer.stop(), stopWork(), ...cells.stops.map((stop) => stop())])
    clearTimeout(limit)
  })
  shared.claimer.start()
  void cells.start()
}

await runProcess('automation-runner', readRunnerEnv, start, {
  stopMs: ({ RUNNER_DRAIN_SECONDS: seconds }) => seconds * 1000 + closeMs,
})
