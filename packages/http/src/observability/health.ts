import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { z } from 'zod'
import type { App } from '../app.ts'
import { isStopping } from './stopping.ts'

const state = z.object({ status: z.enum(['ok', 'unavailable']) })

/** `/healthz`: the process answers. `/readyz`: its databases answer too, and it is not stopping. */
export function registerHealth(app: App, databases: Db[]): void {
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
        response: { 200: state, 503: state },
      },
    },
    async (request, reply) => {
      if (await isReady(databases)) return { status: 'ok' as const }
      request.log.warn(
        `not ready: ${isStopping() ? 'the process is stopping' : 'a database does not answer'}`,
      )
      return reply.code(503).send({ status: 'unavailable' as const })
    },
  )
}

/** Whether a process should be sent new requests. */
export async function isReady(databases: Db[]): Promise<boolean> {
  if (isStopping()) return false
  const answers = await Promise.allSettled(databases.map((db) => db.execute(sql`select 1`)))
  return answers.every(({ status }) => status === 'fulfilled')
}
