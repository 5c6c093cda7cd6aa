import type { RequestOptions } from '../client/client-options.ts'
import type { Client } from '../client/create-client.ts'
import { readServerEvents } from '../client/read-server-events.ts'
import type { Execution, Operations } from '../generated/automation-api.ts'

/** A change of an execution: its start, its end, a step, or a step's heal. */
export type ExecutionProgress =
  | { event: 'execution'; data: Execution }
  | { event: 'step'; data: Execution['steps'][number] & { number: number } }
  | { event: 'selfheal'; data: Execution['selfHealEvents'][number] }

export async function* watchExecution(
  { call }: Client<Operations>,
  id: string,
  options?: RequestOptions,
): AsyncGenerator<ExecutionProgress> {
  const stream = await call('watchExecution', { path: { id } }, options)
  if (!stream) return
  for await (const { event, data } of readServerEvents(stream))
    yield { event, data: JSON.parse(data) as unknown } as ExecutionProgress
}
