import { poll, type Poll } from '@waypost/concurrency'
import type { PgBoss } from 'pg-boss'

// Within which the jobs of a worker that died are taken over, once they have expired.
const takeOverMs = 10_000
// For what can wait: finished jobs are deleted, and statistics counted.
const quietMs = 60_000

/**
 * Has pg-boss take over the jobs of workers that died, and delete finished jobs. pg-boss's own timer would run its dozen of
 * statements each time. Jobs can only be taken over while some are active, so one statement asks for that first.
 */
export function superviseQueues(
  boss: PgBoss & { readonly schema: string },
  onError: (error: Error) => void,
): Poll {
  // Each queue has an index of its active jobs.
  const anyActive = `select exists (select from ${boss.schema}.job where state = 'active') as is_any`
  let quietUntil = -Infinity
  const supervise = async (): Promise<void> => {
    const { rows }: { rows: { is_any: boolean }[] } = await boss.getDb().executeSql(anyActive)
    if (!rows[0]!.is_any && performance.now() < quietUntil) return
    await boss.supervise()
    quietUntil = performance.now() + quietMs
  }
  return poll(supervise, takeOverMs, (error) => onError(error as Error))
}
