import { waitFor } from '@waypost/testing'
import type { Client } from '../client.ts'
import type { Execution } from './resources.ts'

/** Reads an execution until it has one of the statuses. */
export function waitForExecution(
  key: Client,
  id: string,
  statuses: Execution['status'][],
  timeoutMs = 60_000,
): Promise<Execution> {
  return waitFor(
    `an execution that is ${statuses.join(' or ')}`,
    async () => {
      const { body } = await key.get<Execution>(`/api/v1/executions/${id}`)
      return statuses.includes(body.status) && body
    },
    timeoutMs,
  )
}
