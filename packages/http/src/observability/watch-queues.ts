import { sql } from 'drizzle-orm'
import type { Registry } from 'prom-client'
import type { Db } from '@waypost/postgres'
import { watchGauges } from './watch-gauges.ts'

/**
 * Gauges of the jobs that wait in a service's queues, by the view `backlog` of their pg-boss schema.
 *
 * @param databases with one of the queues each, as a role that may read the view; may grow. `channel` names one that is a cell
 * @param names of all queues: the view leaves out empty ones
 */
export function watchQueues(
  registry: Registry,
  databases: { db: Db; channel?: string }[],
  schema: string,
  names: string[],
): void {
  watchGauges(
    registry,
    {
      waypost_queue_due: { help: 'Jobs that are due and not started.', labelNames: ['queue', 'channel'] },
      waypost_queue_oldest_due_seconds: {
        help: 'How long the oldest due job has been due.',
        labelNames: ['queue', 'channel'],
      },
      waypost_queue_starved_seconds: {
        help: 'How long an account of which no job is in progress has waited: of all accounts, the longest.',
        labelNames: ['queue', 'channel'],
      },
    },
    () =>
      databases.map(async ({ db, channel }) => {
        const { rows } = await db.execute<{
          queue: string
          due: string
          oldest_seconds: number
          starved_seconds: number
        }>(sql`select queue, due, oldest_seconds, starved_seconds from ${sql.identifier(schema)}.backlog`)
        const found = new Map(rows.map((row) => [row.queue, row]))
        return names.flatMap((queue) => {
          const labels = { queue, ...(channel !== undefined && { channel }) }
          const { due = 0, oldest_seconds: oldest = 0, starved_seconds: starved = 0 } = found.get(queue) ?? {}
          return [
            { gauge: 'waypost_queue_due' as const, labels, value: Number(due) },
            {
              gauge: 'waypost_queue_oldest_due_seconds' as const,
              labels,
              value: Math.max(0, oldest),
            },
            {
              gauge: 'waypost_queue_starved_seconds' as const,
              labels,
              value: Math.max(0, starved),
            },
          ]
        })
      }),
  )
}
