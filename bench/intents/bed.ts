import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newId, openDatabase, startEmbeddedPostgres, type Db } from '@waypost/postgres'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { automations } from '../../apps/automation-api/src/db/tables.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import type { KnownAutomation } from './read-automations.ts'

export interface Bed {
  db: Db
  ownerId: string
  /** Automation id → key */
  keys: Map<string, string>
  close(): Promise<void>
}

/** Starts a database with the automations in one account, and connects to it as the API's role. */
export async function openBed(known: KnownAutomation[]): Promise<Bed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'))
  // Where this process runs as root, the server runs as another user, which must be able to enter the directory.
  await chmod(directory, 0o711)
  const server = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  })
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
      await rm(directory, { recursive: true, force: true })
    },
  }
}
