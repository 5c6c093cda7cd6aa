import { settlesWithin } from '@waypost/concurrency'
import type { ReadinessCheck } from './health.ts'

const answerWithinMs = 1000

/**
 * Keeps a process from being ready until another service that it needs has worked once: one that is configured wrongly is
 * never ready, so that a deployment stops. Later failures are left to alerts, since a process that goes on with what it still
 * can do is better than none.
 *
 * @param check asks the service; answers why it does not work. It is made once at a time, however often the process is asked
 */
export function onceItWorks(check: ReadinessCheck): ReadinessCheck {
  let problem: string | undefined = 'a service that this process needs has not answered yet'
  let running: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    problem = await check()
    running = undefined
  }
  return async () => {
    if (problem === undefined) return undefined
    running ??= ask()
    await settlesWithin(answerWithinMs, running)
    return problem
  }
}
