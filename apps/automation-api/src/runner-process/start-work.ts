import type { Stop } from '@waypost/http'
import { laterRun, recordingWaits, runsChannel } from '../executions/run-queue.ts'
import { ofRunners, startMaintenance } from '../maintenance.ts'
import type { OpenRunnerServices } from './open-runner-services.ts'
import type { RunnerProcess, Shared } from './runner-process.ts'
import { startIntentWorkers } from './start-intent-workers.ts'
import { startRecorder } from './start-recorder.ts'
import { startRunWorker } from './start-run-worker.ts'

/**
 * Does everything that a runner does in one database.
 *
 * @returns claims nothing more from it, and waits for what is under way
 */
export async function startWork(
  running: RunnerProcess,
  opened: OpenRunnerServices,
  shared: Shared,
): Promise<Stop> {
  const stopMaintenance = startMaintenance(opened.services, running.logger, ofRunners)
  const stops: Stop[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((each) => each()))
    await stopMaintenance()
  }
  try {
    stops.push(startRunWorker(running, opened, shared))
    stops.push(await startIntentWorkers(running, opened, shared))
    const recorder = startRecorder(running, opened, shared)
    stops.push(recorder.stop)
    const { boss, listen } = opened.work
    await listen(runsChannel, (announced) => {
      // Without a payload the connection was lost, and anything may have been announced.
      if (announced !== laterRun && announced !== recordingWaits) shared.claimer.wake()
      if (announced === laterRun || announced === undefined) boss.expectJobs(0)
      if (announced === recordingWaits || announced === undefined) recorder.wake()
    })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
