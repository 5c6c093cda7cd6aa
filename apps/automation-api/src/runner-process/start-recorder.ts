import { poll, type Poll } from '@waypost/concurrency'
import { claimRecording } from '../recordings/claim-recording.ts'
import { record } from '../recordings/recorder/record.ts'
import type { OpenRunnerServices } from './open-runner-services.ts'
import type { RunnerProcess, Shared } from './runner-process.ts'

// They are announced; a place may also become free by what another database's recorder ends.
const everyMs = 10_000

/**
 * Opens browsers for recordings of a database. In the whole process there are at most as many at a time as there are runs at a
 * time, and besides these.
 * To stop it also waits for the database's recordings under way.
 */
export function startRecorder(
  { env, logger }: RunnerProcess,
  { services }: Pick<OpenRunnerServices, 'services'>,
  { browsers, live, metrics, recordings, signal }: Shared,
): Pick<Poll, 'wake' | 'stop'> {
  const underWay = new Set<Promise<void>>()
  const stopped = new AbortController()
  const claim = async (): Promise<void> => {
    while (recordings.size < env.RUNNER_CONCURRENCY && !stopped.signal.aborted) {
      const taking = claimRecording(services, live.address)
      // Its place, which no other database takes meanwhile.
      recordings.add(taking)
      const claimed = await taking.finally(() => recordings.delete(taking))
      if (!claimed) return
      const recordingId = claimed.id
      logger.info({ recordingId }, 'record')
      const ending = AbortSignal.any([signal, stopped.signal])
      const end = metrics.beginRecording()
      const done = record(services, claimed, { browsers, live, logger, signal: ending })
        .catch((err: unknown) => {
          logger.error({ err, recordingId }, 'recording')
          return 'failed' as const
        })
        .then(end)
        .finally(() => {
          underWay.delete(done)
          recordings.delete(done)
          claiming.wake()
        })
      underWay.add(done)
      recordings.add(done)
    }
  }
  const claiming = poll(claim, everyMs, (err) => logger.error({ err }, 'could not claim recordings'))
  return {
    wake: claiming.wake,
    async stop() {
      // A recording may last an hour: its person saves what there is.
      stopped.abort(new Error('The runner was stopped'))
      await claiming.stop()
      await Promise.all(underWay)
    },
  }
}
