import path from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '@waypost/postgres'
import type { StackEnv } from './env.ts'
import type { Secrets } from './secrets.ts'

export interface StackDatabase {
  url: string
  stop(): Promise<void>
}

const databaseName = 'waypost'

/** Opens the Postgres of DATABASE_URL, or else an embedded one that stores its data in the data directory. */
export async function openStackDatabase(
  env: StackEnv,
  secrets: Secrets,
  say: (line: string) => void,
): Promise<StackDatabase> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => {} }

  let stopping = false
  const start = async () => {
    const server = await startEmbeddedPostgres({
      directory: path.join(env.WAYPOST_DATA_DIR, 'postgres'),
      port: env.POSTGRES_PORT,
      password: secrets.postgresPassword,
    }).catch((cause: unknown) => {
      throw new Error(
        `Postgres: ${cause instanceof Error ? cause.message : cause} (POSTGRES_PORT ${env.POSTGRES_PORT})`,
        { cause },
      )
    })
    void server.ended.then(async () => {
      if (stopping) return
      say('Postgres ended; starting it again.')
      current = await start()
    })
    return server
  }
  let current = await start()
  await createDatabase(current.url)
  return {
    url: Object.assign(new URL(current.url), { pathname: `/${databaseName}` }).href,
    async stop() {
      stopping = true
      await current.stop()
    },
  }
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
