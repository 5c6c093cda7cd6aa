import type { Stop } from '@waypost/http'
import { startMaintenance } from '../maintenance.ts'
import { deleteExpiredSessions } from '../sessions/delete-expired-sessions.ts'
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
  const stopMaintenance = startMaintenance(opened.services, running.logger, [deleteExpiredSessions])
  const stops: Stop[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((each) => each()))
    await stopMaintenance()
  }
  try {
    stops.push(await startRunWorker(running, opened, shared))
    stops.push(await startIntentWorkers(running, opened, shared))
    stops.push(startRecorder(running, opened, shared))
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
