import { settlesWithin } from '@waypost/concurrency'
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

/**
 * Metrics of the purge, in the registry of its process.
 *
 * @param options.timeoutMs how long the rows of one place may take to be read, before they are left out
 */
export function createRetentionMetrics(
  registry: Registry,
  { timeoutMs = 3000 }: { timeoutMs?: number } = {},
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
  const oldest = new Gauge({
    name: 'waypost_retention_oldest_row_seconds',
    help: 'Age of the oldest row, by kind; 0 where there is none.',
    ...labels,
    async collect() {
      // Each place by itself: the database of one may be gone, and not even refuse.
      await Promise.all(
        watched.map(async (each) => {
          if (await settlesWithin(timeoutMs, readPlace(each))) return
          for (const { name } of each.kinds) oldest.remove({ place: each.place, kind: name })
        }),
      )
    },
  })
  const readPlace = async ({ place, db, clock, kinds }: Watched & { place: string }): Promise<void> => {
    for (const kind of kinds) {
      const row = { place, kind: kind.name }
      try {
        const at = await kind.findOldest(db)
        oldest.set(row, at === null ? 0 : Math.max(0, clock.now() - at.getTime()) / 1000)
      } catch {
        // The other metrics are exported all the same.
        oldest.remove(row)
      }
    }
  }
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
