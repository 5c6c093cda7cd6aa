import { writeHeartbeat, writeServerEvent } from '@waypost/http'
import type { Execution } from '../execution.ts'

/**
 * Turns the changes of an execution into server-sent events: `execution` at its start and its end and while it waits for a person, `step` and
 * `selfheal` for each new or changed one.
 */
export async function* writeProgressEvents(
  executions: AsyncIterable<Execution | undefined>,
): AsyncGenerator<string> {
  let sent: Execution | undefined
  for await (const execution of executions) {
    if (!execution) {
      yield writeHeartbeat()
      continue
    }
    const { steps, selfHealEvents } = execution
    for (const [index, step] of steps.entries()) {
      if (JSON.stringify(step) !== JSON.stringify(sent?.steps[index]))
        yield writeServerEvent('step', { number: index + 1, ...step })
    }
    for (const [index, event] of selfHealEvents.entries()) {
      if (JSON.stringify(event) !== JSON.stringify(sent?.selfHealEvents[index]))
        yield writeServerEvent('selfheal', event)
    }
    // Last, so that a client that disconnects at the end has received everything.
    const isOther = execution.status !== sent?.status || execution.waiting?.since !== sent.waiting?.since
    if (isOther)
      yield writeServerEvent('execution', execution, execution.completedAt === null ? undefined : endId)
    sent = execution
  }
}

/** The id of the last event. An EventSource that reconnects sends it to show that it has received the end. */
export const endId = 'end'
