import type { Execution } from './execution.ts'

/**
 * Executions as they change → the text of server-sent events: `execution` at its start and its end, `step` and
 * `selfheal` for each that is new or has changed.
 */
export async function* writeProgressEvents(
  executions: AsyncIterable<Execution | undefined>,
): AsyncGenerator<string> {
  let told: Execution | undefined
  for await (const execution of executions) {
    if (!execution) {
      yield ': still there\n\n'
      continue
    }
    const { steps, selfHealEvents } = execution
    for (const [index, step] of steps.entries()) {
      if (JSON.stringify(step) !== JSON.stringify(told?.steps[index]))
        yield write('step', { number: index + 1, ...step })
    }
    for (const [index, event] of selfHealEvents.entries()) {
      if (JSON.stringify(event) !== JSON.stringify(told?.selfHealEvents[index]))
        yield write('selfheal', event)
    }
    // Last, so that whoever hangs up at the end has heard everything.
    if (execution.status !== told?.status) yield write('execution', execution, execution.completedAt !== null)
    told = execution
  }
}

/** The id of the last event, with which an EventSource that reconnects says that it has heard the end. */
export const endId = 'end'

function write(event: string, data: object, isEnd = false): string {
  return `event: ${event}\n${isEnd ? `id: ${endId}\n` : ''}data: ${JSON.stringify(data)}\n\n`
}
