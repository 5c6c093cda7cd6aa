import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '@waypost/postgres'
// Declares what is provided below.
import '@waypost/postgres/testing/context'
import { findFreePort } from '@waypost/testing'
import { migrateEverything } from '../operator/databases.ts'

const templateDatabase = 'waypost_template'
const sharedMemory = '/dev/shm'
// Dozens of tests start processes of the product, each of which would compile the same modules again.
const compileCache = path.join(import.meta.dirname, '../node_modules/.cache/node-compile')
const skipManifests = `--import=${pathToFileURL(path.join(import.meta.dirname, 'skip-manifests.ts')).href}`
// More than twice the duration of a full run.
const roomBytes = 2 ** 31

/** One real Postgres for the whole test run, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  // Not NODE_OPTIONS itself, which npx of the machine would get too: its Node may import no TypeScript.
  process.env['TEST_NODE_OPTIONS'] = skipManifests
  const directory = await mkdtemp(path.join(await findFastDirectory(), 'waypost-test-'))
  // When started as root, Postgres runs as another user, who needs access to the folder.
  await chmod(directory, 0o711)
  const password = randomBytes(16).toString('hex')
  const server = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password,
    // The data does not outlive the run, so durability is off.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  // The password is random, so hashing it 4096 times for each of ten thousand connections guards nothing.
  await client.query(`set scram_iterations = 1; alter role postgres password '${password}'`)
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  const url = Object.assign(new URL(server.url), { pathname: `/${templateDatabase}` }).href
  await migrateEverything({ automation: url, alias: url, accounts: url })

  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', templateDatabase)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Each test file copies and drops a database of thousands of small files, so the data is in memory if there is room. */
async function findFastDirectory(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(sharedMemory)
    await access(sharedMemory, constants.W_OK)
    return Math.min(bavail * bsize, process.availableMemory()) > roomBytes ? sharedMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
