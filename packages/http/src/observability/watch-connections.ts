import type { Registry } from 'prom-client'
import { readClockSkew, type Database } from '@waypost/postgres'
import { watchGauges } from './watch-gauges.ts'

/**
 * Gauges of the connections of a process's pools by state, of the queries that wait for one, and of the difference between
 * the clocks of the process and of the database.
 *
 * @param databases name → the database with the pool; may grow
 */
export function watchConnections(
  registry: Registry,
  databases: Record<string, Pick<Database, 'db' | 'pool'>>,
): void {
  watchGauges(
    registry,
    {
      waypost_database_connections: {
        help: 'Connections to Postgres, by state.',
        labelNames: ['database', 'state'],
      },
      waypost_database_waiting: {
        help: 'Queries that are waiting for a connection.',
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
  watchGauges(
    registry,
    {
      waypost_clock_skew_seconds: {
        help: 'How far the clock of the process is ahead of the clock of its database.',
        labelNames: ['database'],
      },
    },
    () =>
      Object.entries(databases).map(async ([database, { db }]) => [
        {
          gauge: 'waypost_clock_skew_seconds' as const,
          labels: { database },
          value: (await readClockSkew(db)) / 1000,
        },
      ]),
  )
}
