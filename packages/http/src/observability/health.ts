import { findDatabaseFault, type Db } from '@waypost/postgres'
import { z } from 'zod'
import type { App } from '../app.ts'
import { isStopping } from './stopping.ts'

const state = z.object({ status: z.enum(['ok', 'unavailable']) })

/** Whether a process can do its work: in words why it cannot, or undefined. */
export type ReadinessCheck = () => Promise<string | undefined>

/** `/healthz`: the process answers. `/readyz`: its databases work for it too, its checks hold, and it is not stopping. */
export function registerHealth(app: App, databases: Db[], checks: ReadinessCheck[] = []): void {
  app.get(
    '/healthz',
    {
      config: { anyQuery: true },
      schema: {
        operationId: 'getHealth',
        summary: 'Check that the process answers',
        description: 'For whoever restarts a process that hangs. It does not depend on the database.',
        response: { 200: state },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      config: { anyQuery: true },
      schema: {
        operationId: 'getReadiness',
        summary: 'Check that the process is ready and its database answers',
        description:
          'For whoever distributes requests: 503 means that this process should get none at the moment.',
        response: { 200: state, 503: state.describe('Not ready') },
      },
    },
    async (request, reply) => {
      const problem = await findProblem(databases, checks)
      if (problem === undefined) return { status: 'ok' as const }
      request.log.warn(`not ready: ${problem}`)
      return reply.code(503).send({ status: 'unavailable' as const })
    },
  )
}

/** Why a process should not be sent new requests; undefined where it should. */
export async function findProblem(
  databases: Db[],
  checks: ReadinessCheck[] = [],
): Promise<string | undefined> {
  if (isStopping()) return 'the process is stopping'
  const answers = await Promise.allSettled(databases.map((db) => findDatabaseFault(db)))
  for (const answer of answers) {
    if (answer.status === 'rejected') return 'a database does not answer'
    if (answer.value !== undefined) return answer.value
  }
  // What a check asks may be away since a moment ago, or answer too late.
  const found = await Promise.all(checks.map((check) => check().catch(() => 'a check gets no answer')))
  return found.find((problem) => problem !== undefined)
}
