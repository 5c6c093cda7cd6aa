import { newId, openDatabase, type Db } from '@waypost/postgres'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { automations } from '../../apps/automation-api/src/db/tables.ts'
import type { KnownAutomation } from './read-automations.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

export interface Bed {
  db: Db
  ownerId: string
  /** Automation id → key */
  keys: Map<string, string>
  close(): Promise<void>
}

/** Starts a database with the automations in one account, and connects to it as the API's role. */
export async function openBed(known: KnownAutomation[]): Promise<Bed> {
  const server = await startPostgres()
  await migrateAutomation(server.url)
  const database = openDatabase({
    url: server.url,
    role: 'waypost_automation_api',
    applicationName: 'bench',
    maxConnections: 2,
  })
  const ownerId = 'bench'
  const now = new Date()
  const rows = known.map(({ key, ...automation }) => ({
    key,
    row: { id: newId(), ownerId, createdAt: now, updatedAt: now, ...automation },
  }))
  await database.db.insert(automations).values(rows.map(({ row }) => row))
  return {
    db: database.db,
    ownerId,
    keys: new Map(rows.map(({ key, row }) => [row.id, key])),
    async close() {
      await database.close()
      await server.stop()
    },
  }
}
