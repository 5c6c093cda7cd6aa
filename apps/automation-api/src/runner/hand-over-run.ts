import type { BrowserContext } from 'playwright-core'
import type { StartedExecution } from '../executions/start-execution.ts'
import { waitForPerson } from '../executions/waiting/wait-for-person.ts'
import type { RunnerServices } from '../services.ts'
import type { LiveRun } from './live/live-runs.ts'
import { clearAlert, takeInterruption } from './pages/watch-interruptions.ts'
import type { RunTracer } from './evidence/run-tracer.ts'
import type { WaitForPerson } from './step.ts'
import type { TimeLimit } from './time-limit.ts'

/** What a hand-over stops, and what it changes. */
export interface HandedOver {
  context: BrowserContext
  limit: TimeLimit
  lend?: (() => () => void) | undefined
  tracer: Pick<RunTracer, 'suspend'>
  live: LiveRun | undefined
}

/**
 * Hands a run over to a person until it is given back. Meanwhile neither its time nor its place is used up, and nothing is
 * recorded: what the person does is theirs.
 */
export async function handOverRun(
  services: RunnerServices,
  execution: StartedExecution['execution'],
  asked: Parameters<WaitForPerson>[0],
  signal: AbortSignal,
  { context, limit, lend, tracer, live }: HandedOver,
): Promise<void> {
  const goOn = limit.pause()
  const takeBack = lend?.()
  try {
    const record = await tracer.suspend()
    live?.change({ isHandedOver: true, wasControlled: false })
    try {
      await waitForPerson(services, execution, asked, signal)
    } finally {
      live?.change({ isHandedOver: false })
      // What the page asked the person, or gave them, is not the next step's to answer.
      if (live?.wasControlled) {
        takeInterruption(context)
        clearAlert(context)
      }
      await record()
    }
  } finally {
    takeBack?.()
    goOn()
  }
}
