import type { Registry } from 'prom-client'
import type { Database } from '@waypost/postgres'
import { watchGauges } from './watch-gauges.ts'

/**
 * What the connections of a process's pools are doing, and how many queries wait for one.
 *
 * @param databases name → where its pool is
 */
export function watchConnections(
  registry: Registry,
  databases: Record<string, Pick<Database, 'pool'>>,
): void {
  watchGauges(
    registry,
    {
      waypost_database_connections: {
        help: 'Connections to Postgres, by what they are doing.',
        labelNames: ['database', 'state'],
      },
      waypost_database_waiting: {
        help: 'Queries that wait for a connection.',
        labelNames: ['database'],
      },
    },
    async () =>
      Object.entries(databases).flatMap(([database, { pool }]) => {
        const { totalCount, idleCount, waitingCount } = pool
        const connections = (state: string, value: number) => ({
          gauge: 'waypost_database_connections' as const,
          labels: { database, state },
          value,
        })
        return [
          connections('busy', totalCount - idleCount),
          connections('idle', idleCount),
          { gauge: 'waypost_database_waiting' as const, labels: { database }, value: waitingCount },
        ]
      }),
    { ttlMs: 0 },
  )
}
