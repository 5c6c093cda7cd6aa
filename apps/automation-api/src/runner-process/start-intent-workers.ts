import { workQueue } from '@waypost/work-queues'
import { generateForIntent } from '../intents/generate-for-intent.ts'
import { generationQueue, matchQueue, type IntentJob } from '../intents/intent-queues.ts'
import { matchAndRun } from '../intents/match-and-run.ts'
import type { OpenRunnerServices } from './open-runner-services.ts'
import { readModel } from './read-model.ts'
import type { RunnerProcess, Shared } from './runner-process.ts'

/**
 * Matches intents of a database with automations, and generates missing automations, one each at a time.
 *
 * @returns stops claiming, and waits for the intents under way
 */
export async function startIntentWorkers(
  { env, logger }: RunnerProcess,
  { services, work: { boss } }: Pick<OpenRunnerServices, 'services' | 'work'>,
  { browsers, signal }: Shared,
): Promise<() => Promise<void>> {
  const model = readModel(env)
  const startWorker = (queue: string, what: string, work: (data: IntentJob) => Promise<unknown>) =>
    workQueue<IntentJob>(
      boss,
      queue,
      { atATime: 1 },
      async (data) => {
        logger.info({ intentId: data.intentId }, what)
        await work(data)
      },
      (error, { intentId }) => logger.error({ intentId, err: error }, `could not ${what} an intent yet`),
    )
  const stops = await Promise.all([
    startWorker(matchQueue.name, 'match', ({ intentId, timeZone }) =>
      matchAndRun(services, intentId, timeZone),
    ),
    startWorker(generationQueue.name, 'generate', ({ intentId }) =>
      generateForIntent(services, intentId, { browsers, model, signal }),
    ),
  ])
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
