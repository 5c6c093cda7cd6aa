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

/** Metrics of the purge, in the registry of its process. */
export function createRetentionMetrics(registry: Registry): RetentionMetrics {
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
  const watched: { place: string; db: Db; clock: Clock; kind: RetentionKind }[] = []
  const oldest = new Gauge({
    name: 'waypost_retention_oldest_row_seconds',
    help: 'Age of the oldest row, by kind; 0 where there is none.',
    ...labels,
    async collect() {
      for (const { place, db, clock, kind } of watched) {
        const row = { place, kind: kind.name }
        try {
          const at = await kind.findOldest(db)
          oldest.set(row, at === null ? 0 : Math.max(0, clock.now() - at.getTime()) / 1000)
        } catch {
          // The other metrics are exported all the same.
          oldest.remove(row)
        }
      }
    },
  })
  return {
    watch(place, { db, clock, kinds }) {
      for (const kind of kinds) {
        watched.push({ place, db, clock, kind })
        // Starts the counter at 0, so that a rate includes the first purge.
        purged.inc({ place, kind: kind.name }, 0)
        if (kind.keptMs !== undefined) kept.set({ place, kind: kind.name }, kind.keptMs / 1000)
      }
      return (kind, rows) => purged.inc({ place, kind }, rows)
    },
  }
}
