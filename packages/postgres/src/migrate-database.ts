import { Client } from 'pg'
import { applySets, findPendingFiles, type MigrationSet } from './apply-migrations.ts'
import { createRoles } from './create-roles.ts'
import { withMigrationLock } from './migration-lock.ts'
import { findQueueGaps } from './queues/find-queue-gaps.ts'
import { installQueues, type QueueInstallation } from './queues/install-queues.ts'

/** Everything that a service has in its database. */
export interface ServiceDatabase {
  sets: MigrationSet[]
  queues: QueueInstallation[]
}

/**
 * Migrates a service's database: roles, schemas and queues. Safe to repeat and to run concurrently: one caller
 * migrates, and the others wait and find it done.
 *
 * @param url a login that may create schemas, and roles where they do not exist yet
 * @returns the files that were applied now, as `schema/set/file`
 */
export function migrateDatabase(url: string, { sets, queues }: ServiceDatabase): Promise<string[]> {
  return withMigrationLock(url, async (client) => {
    await createRoles(url)
    const applied = await applySets(client, sets)
    for (const installation of queues) await installQueues(url, installation)
    return applied
  })
}

/**
 * Lists what `migrateDatabase` would do, without doing it.
 *
 * @returns the files to apply, as `schema/set/file`, and the queues to install or upgrade; empty: nothing to migrate
 */
export async function findOutdated(url: string, { sets, queues }: ServiceDatabase): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'waypost-migrate' })
  await client.connect()
  try {
    const outdated: string[] = []
    for (const set of sets) {
      const files = await findPendingFiles(client, set)
      outdated.push(...files.map((file) => `${set.schema}/${set.name}/${file}`))
    }
    for (const installation of queues) outdated.push(...(await findQueueGaps(client, installation)))
    return outdated
  } finally {
    await client.end()
  }
}
