import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../../harness/start-postgres.ts'

// Not a file, since Node needs memory to read TypeScript.
const program = `
  import Fastify from 'fastify'
  import pg from 'pg'
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, idleTimeoutMillis: 0 })
  await pool.query('select')
  const app = Fastify()
  app.get('/', async () => (await pool.query('select')).rowCount)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send('ready')`

/** The parts that every process has: Node with Fastify and a connection to a Postgres that does nothing else. */
export async function startBare() {
  const postgres = await startPostgres()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { DATABASE_URL: postgres.url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
    await postgres.stop()
  }
  const first = await Promise.race([once(child, 'message').then(() => 'ready'), ended.then(() => 'ended')])
  if (first === 'ready') return { stop }
  await stop()
  throw new Error('the bare process did not start')
}
