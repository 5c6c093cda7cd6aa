import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../database.ts'
import './context.ts'

export interface TestDatabase {
  /** Superuser URL: for setup and inspection, never for the code under test. */
  url: string
  /** A pool that acts as one of the product's roles; closed by `drop`. */
  connectAs(role: string, settings?: Record<string, string>): Database
  /** The pool of the superuser, always the same one; closed by `drop`. */
  connectAsOwner(): Database
  drop(): Promise<void>
}

/** Creates a migrated database for the caller. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // The template never changes during a run, so its files can be copied instead of written to the log page by page.
  await onServer(
    serverUrl,
    `create database ${name} template ${inject('templateDatabase')} strategy file_copy`,
  )

  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const open: Database[] = []
  const connect = (role?: string, settings?: Record<string, string>) => {
    const database = openDatabase({
      url,
      applicationName: 'test',
      ...(role && { role }),
      ...(settings && { settings }),
    })
    open.push(database)
    return database
  }
  let owner: Database | undefined
  return {
    url,
    connectAs: connect,
    // One pool for all calls: a file with many of them would otherwise use up the server's connections.
    connectAsOwner: () => (owner ??= connect()),
    async drop() {
      await Promise.all(open.map((database) => database.close()))
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
