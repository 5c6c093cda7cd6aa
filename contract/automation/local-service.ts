import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startTestApp, testEncryptionKeys } from '../../apps/automation-api/src/test-app.ts'
import { surroundings } from '../env.ts'
import type { Process, Service } from './service.ts'

const entries: Record<Process, string> = {
  runner: 'automation-api/src/runner.ts',
  dispatcher: 'dispatcher/src/main.ts',
}

/** The API on a database and a port of its own, and what has to run beside it as real processes. */
export async function startLocalService(processes: Process[]): Promise<Service> {
  const { app, database, issuer, close } = await startTestApp()
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const children = await Promise.all(processes.map((name) => start(name, database.url)))

  const execute = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  return {
    baseUrl,
    tokens: {
      person: await issuer.token(randomUUID()),
      stranger: await issuer.token(randomUUID()),
    },
    local: {
      execute,
      // Due in a moment instead of now: the dispatcher looks for what will be due.
      hasten: () =>
        execute(`
          update automation_outbox.job set start_after = now() where state = 'created';
          update automation.deliveries set next_attempt_at = now() + interval '1 second' where status = 'pending'
        `),
    },
    async close() {
      await Promise.all(children.map(stop))
      await close()
    },
  }
}

async function start(name: Process, databaseUrl: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(`../../apps/${entries[name]}`, import.meta.url)), {
    env: {
      ...surroundings,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: testEncryptionKeys,
      EGRESS_ALLOW: '127.0.0.0/8',
      DISPATCHER_PORT: '0',
      LOG_LEVEL: 'error',
    },
  })
  const ended = once(child, 'exit').then(() => 'ended')
  if ((await Promise.race([once(child, 'message'), ended])) === 'ended')
    throw new Error(`the ${name} did not start`)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
