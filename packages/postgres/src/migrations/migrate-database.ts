import { readFile } from 'node:fs/promises'
import { applySets, findPendingFiles, type MigrationSet } from './apply-migrations.ts'
import { placeService } from '../citus/place-service.ts'
import { isOnCitus, prepareCitus } from '../citus/prepare-citus.ts'
import { createRoles } from '../create-roles.ts'
import { withMigrationLock } from './migration-lock.ts'
import { findQueueGaps } from '../queues/find-queue-gaps.ts'
import { installQueues, type QueueInstallation } from '../queues/install-queues.ts'
import { splitStatements } from './split-statements.ts'
import { createClient } from '../hosts/client-config.ts'

/** Everything that a service has in its database. */
export interface ServiceDatabase {
  sets: MigrationSet[]
  queues: QueueInstallation[]
  /** A file of functions that replace those of the migrations on Citus. */
  citusFunctions?: string
}

/**
 * Migrates a service's database: roles, schemas and queues. Safe to repeat and to run concurrently: one caller
 * migrates, and the others wait and find it done. On Citus, it also puts the service on a worker.
 *
 * @param url a login that may create schemas, and roles where they do not exist yet
 * @param citus whether to put the service on a worker of Citus; later migrations do so too
 * @returns the files that were applied now, as `schema/set/file`, and what was put on a worker
 */
export function migrateDatabase(
  url: string,
  { sets, queues, citusFunctions }: ServiceDatabase,
  { citus = false } = {},
): Promise<string[]> {
  return withMigrationLock(url, async (client) => {
    const isDistributed = citus || (await isOnCitus(client))
    if (isDistributed) await prepareCitus(client, () => createRoles(url))
    else await createRoles(url)
    const done = await applySets(client, sets)
    for (const installation of queues) await installQueues(url, installation, isDistributed)
    if (isDistributed) {
      const queueSchemas = queues.map(({ schema }) => schema)
      done.push(...(await placeService(client, { schema: sets[0]!.schema, queueSchemas })))
      if (citusFunctions)
        for (const { text } of splitStatements(await readFile(citusFunctions, 'utf8')))
          await client.query(text)
    }
    return done
  })
}

/**
 * Lists what `migrateDatabase` would do, without doing it.
 *
 * @returns the files to apply, as `schema/set/file`, and the queues to install or upgrade; empty: nothing to migrate
 */
export async function findOutdated(url: string, { sets, queues }: ServiceDatabase): Promise<string[]> {
  const client = createClient({ url, application_name: 'waypost-migrate' })
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
