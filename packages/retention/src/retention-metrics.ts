import { watchGauges } from '@waypost/http'
import type { Clock, Db } from '@waypost/postgres'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { RetentionKind } from './retention-kind.ts'

interface Watched {
  db: Db
  clock: Clock
  kinds: RetentionKind[]
}

export interface RetentionMetrics {
  /**
   * Exports the age of the oldest row of each kind, which is read on request.
   *
   * @returns counts deleted rows
   */
  watch(place: string, purged: Watched): (kind: string, rows: number) => void
}

const oldestRow = 'waypost_retention_oldest_row_seconds'

/**
 * Metrics of the purge, in the registry of its process.
 *
 * @param options.timeoutMs how long the rows of one place may take to be read, before they are left out
 */
export function createRetentionMetrics(
  registry: Registry,
  options: { timeoutMs?: number } = {},
): RetentionMetrics {
  const labels = { labelNames: ['place', 'kind'] as const, registers: [registry] }
  const purged = new Counter({
    name: 'waypost_retention_purged_rows_total',
    help: 'Expired rows that this process has deleted, by kind.',
    ...labels,
  })
  const kept = new Gauge({
    name: 'waypost_retention_kept_seconds',
    help: 'How long rows are kept after their end, by kind; absent where they are kept for good.',
    ...labels,
  })
  const watched: (Watched & { place: string })[] = []
  // One kind of a place after the other: together they would take a connection each.
  const readPlace = async ({ place, db, clock, kinds }: Watched & { place: string }) => {
    const readings = []
    for (const kind of kinds) {
      const at = await kind.findOldest(db)
      const value = at === null ? 0 : Math.max(0, clock.now() - at.getTime()) / 1000
      readings.push({ gauge: oldestRow, labels: { place, kind: kind.name }, value } as const)
    }
    return readings
  }
  watchGauges(
    registry,
    {
      [oldestRow]: {
        help: 'Age of the oldest row, by kind; 0 where there is none.',
        labelNames: labels.labelNames,
      },
    },
    () => watched.map(readPlace),
    options,
  )
  return {
    watch(place, { db, clock, kinds }) {
      watched.push({ place, db, clock, kinds })
      for (const kind of kinds) {
        // Starts the counter at 0, so that a rate includes the first purge.
        purged.inc({ place, kind: kind.name }, 0)
        if (kind.keptMs !== undefined) kept.set({ place, kind: kind.name }, kind.keptMs / 1000)
      }
      return (kind, rows) => purged.inc({ place, kind }, rows)
    },
  }
}
