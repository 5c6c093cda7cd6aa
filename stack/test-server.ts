import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '@waypost/postgres'
// Declares what is provided below.
import '@waypost/postgres/testing/context'
import { findFreePort } from '@waypost/testing'
import { migrateEverything } from '../operator/databases.ts'

const templateDatabase = 'waypost_template'
const sharedMemory = '/dev/shm'
// More than twice what a run takes.
const roomBytes = 2 ** 31

/** One real Postgres for the whole run, with a migrated database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(await findFastDirectory(), 'waypost-test-'))
  // Run by root, the server has a user of its own, who must be able to enter.
  await chmod(directory, 0o711)
  const server = await startEmbeddedPostgres({
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
    // Nothing here outlives the run.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  })
  const client = new Client({ connectionString: server.url })
  await client.connect()
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

/** Every file copies a database and drops it, thousands of small files: memory, where the system has room for it there. */
async function findFastDirectory(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(sharedMemory)
    await access(sharedMemory, constants.W_OK)
    return Math.min(bavail * bsize, process.availableMemory()) > roomBytes ? sharedMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
