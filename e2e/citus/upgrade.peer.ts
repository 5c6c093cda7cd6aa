import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findOutdated, migrateDatabase, type MigrationSet, type ServiceDatabase } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDistributed, findNodes, type Topology } from '../../harness/citus/cluster.ts'
import { serviceDatabases } from '../../operator/databases.ts'

/** The last migrations of the first version that could be placed: every placed database has them. */
const firstPlaced: Record<string, string> = {
  accounts: '0016',
  automation: '0046',
  alias: '0065',
  webhooks: '0020',
  retention: '0003',
}

let topology: Topology
let directory: string

beforeAll(async () => {
  topology = await createDistributed(await findNodes(), 2)
  directory = await mkdtemp(path.join(tmpdir(), 'waypost-citus-'))
})
afterAll(async () => {
  await topology?.drop()
  if (directory) await rm(directory, { recursive: true })
})

/** A service's database as the first version made it that could be placed. */
async function asFirstPlaced({ sets, queues }: ServiceDatabase): Promise<ServiceDatabase> {
  return { sets: await Promise.all(sets.map(withoutLater)), queues }
}

async function withoutLater(set: MigrationSet): Promise<MigrationSet> {
  const own = path.join(directory, set.schema, set.name)
  await mkdir(own, { recursive: true })
  for (const file of await readdir(set.directory))
    if (file.slice(0, 4) <= firstPlaced[set.name]!)
      await copyFile(path.join(set.directory, file), path.join(own, file))
  return { ...set, directory: own }
}

test('a database that was placed by an earlier version is upgraded', async () => {
  const { url } = topology
  for (const { database } of serviceDatabases({ accounts: url, automation: url, alias: url })) {
    const placed = await migrateDatabase(url, await asFirstPlaced(database), { citus: true })
    expect(placed).toContainEqual(expect.stringMatching(/^\w+ is on /))
    const later = await findOutdated(url, database)
    expect(later).not.toEqual([])
    expect(await migrateDatabase(url, database)).toEqual(later)
    expect(await migrateDatabase(url, database)).toEqual([])
  }
})
