import type { Clock, Db } from '@waypost/postgres'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { RetentionKind } from './retention-kind.ts'

export interface RetentionMetrics {
  /**
   * Tells the age of the oldest row of each kind, which is looked up when it is asked for.
   *
   * @returns counts rows that were taken away
   */
  watch(place: string, db: Db, kinds: RetentionKind[]): (kind: string, rows: number) => void
}

/** What a purge is watched by, in the registry of its process. */
export function createRetentionMetrics(registry: Registry, clock: Clock): RetentionMetrics {
  const labels = { labelNames: ['place', 'kind'] as const, registers: [registry] }
  const purged = new Counter({
    name: 'waypost_retention_purged_rows_total',
    help: 'Rows of the past that this process has taken away, by kind.',
    ...labels,
  })
  const kept = new Gauge({
    name: 'waypost_retention_kept_seconds',
    help: 'How long rows are kept after their end, by kind; absent where they are kept for good.',
    ...labels,
  })
  const watched: { place: string; db: Db; kind: RetentionKind }[] = []
  const oldest = new Gauge({
    name: 'waypost_retention_oldest_row_seconds',
    help: 'Age of the oldest row that is kept, by kind; 0 where there is none.',
    ...labels,
    async collect() {
      for (const { place, db, kind } of watched) {
        const row = { place, kind: kind.name }
        try {
          const at = await kind.findOldest(db)
          oldest.set(row, at === null ? 0 : Math.max(0, clock.now() - at.getTime()) / 1000)
        } catch {
          // The other metrics are told all the same.
          oldest.remove(row)
        }
      }
    },
  })
  return {
    watch(place, db, kinds) {
      for (const kind of kinds) {
        watched.push({ place, db, kind })
        // So that a rate can be taken from the first on.
        purged.inc({ place, kind: kind.name }, 0)
        if (kind.keptMs !== undefined) kept.set({ place, kind: kind.name }, kind.keptMs / 1000)
      }
      return (kind, rows) => purged.inc({ place, kind }, rows)
    },
  }
}
