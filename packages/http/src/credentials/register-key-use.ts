import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import type { App } from '../app.ts'
import { createLastUsedRecorder } from './last-used-recorder.ts'

/**
 * Records when API keys were last used, in batches, until the app closes. A key that was deleted in the meantime is
 * skipped.
 *
 * @param schema the schema of the table `api_keys`
 * @returns records that a key was used now
 */
export function registerKeyUse(app: App, db: Db, schema: string): (keyId: string) => void {
  const table = sql`${sql.identifier(schema)}.api_keys`
  const write = async (usedAt: Map<string, number>) => {
    const uses = [...usedAt].map(([id, at]) => ({ id, at: new Date(at) }))
    await db.execute(sql`
      update ${table} key
      set last_used_at = greatest(key.last_used_at, used.at)
      from json_to_recordset(${JSON.stringify(uses)}::json) as used (id uuid, at timestamptz)
      where key.id = used.id
    `)
  }
  const recorder = createLastUsedRecorder(write, {
    onError: (error) => app.log.warn({ err: error }, 'could not record the use of keys'),
  })
  app.addHook('onClose', () => recorder.close())
  return recorder.record
}
