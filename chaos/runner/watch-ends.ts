import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'

export interface EndWatch {
  /** Every execution as it was when it was first seen ended: a hash of its whole row. */
  firstSeen: Map<string, string>
  stop(): Promise<void>
}

/** Notes what an execution looks like right after its end, to hold it against what it looks like later. */
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
