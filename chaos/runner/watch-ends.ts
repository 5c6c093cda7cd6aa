import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

export interface EndWatch {
  /** For each execution, a hash of its row when it was first seen ended. */
  firstSeen: Map<string, string>
  stop(): Promise<void>
}

/** Records the row of each execution right after its end, to find those that change later. */
export function watchEnds(db: Db): EndWatch {
  const firstSeen = new Map<string, string>()
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      for (const [id, hash] of await readEnds(db)) if (!firstSeen.has(id)) firstSeen.set(id, hash)
      await setTimeout(200)
    }
  })()
  return {
    firstSeen,
    async stop() {
      over.abort()
      await watching
    },
  }
}

export async function readEnds(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; hash: string }>(sql`
    select id, md5(execution::text) as hash from automation.executions execution
    where status in ('completed', 'failed')
  `)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}
