import type { RunnerServices } from '../services.ts'
import { readModel } from './read-model.ts'
import type { RunnerProcess } from './runner-process.ts'

/** The rankers for healing with the configured model; undefined where there is none. */
export async function openModelRankers({
  env,
  logger,
}: RunnerProcess): Promise<RunnerServices['createRankers']> {
  const model = readModel(env)
  if (!model) return undefined
  // Loaded only here: it is a large library that most runners do not need.
  const { rankersWithModel } = await import('../runner/healing/model/rankers-with-model.ts')
  const onAnswer = (answer: object) => logger.info(answer, 'model asked about a heal')
  return (hide) => rankersWithModel({ ...model, hide, onAnswer })
}
