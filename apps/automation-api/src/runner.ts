import { onceItWorks, runProcess, serveInternals } from '@waypost/http'
import { checkStore } from '@waypost/storage'
import { readRunnerEnv } from './env.ts'
import { startMaintenance } from './maintenance.ts'
import { openBrowsers } from './runner-process/open-browsers.ts'
import { openLiveViews } from './runner-process/open-live-views.ts'
import { openRunnerServices } from './runner-process/open-runner-services.ts'
import type { RunnerProcess } from './runner-process/runner-process.ts'
import { startIntentWorkers } from './runner-process/start-intent-workers.ts'
import { startRecorder } from './runner-process/start-recorder.ts'
import { startRunWorker } from './runner-process/start-run-worker.ts'
import { deleteExpiredSessions } from './sessions/delete-expired-sessions.ts'

// After its runs, which may take all of RUNNER_DRAIN_SECONDS, a runner closes its browsers and connections.
const closeMs = 10_000

const start = async (running: RunnerProcess): Promise<void> => {
  const { env, logger, onStop } = running
  const opened = await openRunnerServices(running)
  const { services, database, metrics, objects, checkKeys } = opened
  const { browsers, isolation } = await openBrowsers(running)
  if (env.METRICS_PORT !== undefined) {
    const address = { host: env.METRICS_HOST, port: env.METRICS_PORT }
    const internals = await serveInternals(metrics.registry, {
      ...address,
      databases: [database.db],
      checks: [checkKeys, ...(objects ? [onceItWorks(checkStore(objects))] : [])],
      detail: () => ({ isolation }),
    })
    onStop(async () => void internals.close())
  }
  onStop(startMaintenance(services, logger, [deleteExpiredSessions]))

  const stopped = new AbortController()
  const live = await openLiveViews(running, services)
  const work = { browsers, live, signal: stopped.signal }
  const stopRuns = await startRunWorker(running, opened, work)
  const stopRecordings = startRecorder(running, opened, work)
  const stopIntents = await startIntentWorkers(running, opened, work)
  onStop(async () => {
    // Runs under way may end. Those that do not within the time that a process has to stop fail with the reason.
    const limit = setTimeout(
      () => stopped.abort(new Error('The runner was stopped')),
      env.RUNNER_DRAIN_SECONDS * 1000,
    )
    await Promise.all([stopRuns(), stopRecordings(), stopIntents()])
    clearTimeout(limit)
  })
}

await runProcess('automation-runner', readRunnerEnv, start, {
  stopMs: ({ RUNNER_DRAIN_SECONDS: seconds }) => seconds * 1000 + closeMs,
})
