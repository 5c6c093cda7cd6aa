import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { z } from 'zod'
import type { App } from './create-app.ts'

const state = z.object({ status: z.enum(['ok', 'unavailable']) })

/** `/healthz`: the process answers. `/readyz`: so do its databases. */
export function registerHealth(app: App, databases: Db[]): void {
  app.get(
    '/healthz',
    { schema: { operationId: 'getHealth', summary: 'The process answers', response: { 200: state } } },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Its database answers too',
        response: { 200: state, 503: state },
      },
    },
    async (request, reply) => {
      if (await allAnswer(databases)) return { status: 'ok' as const }
      request.log.warn('not ready: a database does not answer')
      return reply.code(503).send({ status: 'unavailable' as const })
    },
  )
}

export async function allAnswer(databases: Db[]): Promise<boolean> {
  const answers = await Promise.allSettled(databases.map((db) => db.execute(sql`select 1`)))
  return answers.every(({ status }) => status === 'fulfilled')
}
