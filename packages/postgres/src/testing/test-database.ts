import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../database.ts'
import './context.ts'

export interface TestDatabase {
  /** Superuser URL: for arranging and for looking, never for the code under test. */
  url: string
  /** A pool that acts as one of the product's roles; closed by `drop`. */
  connectAs(role: string, settings?: Record<string, string>): Database
  /** A pool of the superuser; closed by `drop`. */
  connectAsOwner(): Database
  drop(): Promise<void>
}

/** A migrated database of the caller's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${inject('templateDatabase')}`)

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
  return {
    url,
    connectAs: connect,
    connectAsOwner: () => connect(),
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
