import { randomUUID } from 'node:crypto'
import { startTestApp, testAdminToken, testEncryptionKeys } from '../../apps/automation-api/src/test-app.ts'
import { execute } from '../execute.ts'
import { hastenDeliveries } from '../hasten-deliveries.ts'
import { startProcess } from '../start-process.ts'
import type { Process, Service } from './service.ts'

const entries: Record<Process, string> = {
  runner: 'automation-api/src/runner.ts',
  dispatcher: 'dispatcher/src/main.ts',
}

/** Starts the API in this process, on a database and a port of its own, and `processes` beside it as real processes. */
export async function startLocalService(processes: Process[]): Promise<Service> {
  const { app, database, issuer, close } = await startTestApp()
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const env = { DATABASE_URL: database.url, ENCRYPTION_KEYS: testEncryptionKeys, DISPATCHER_PORT: '0' }
  const stops = await Promise.all(processes.map((name) => startProcess(entries[name], env)))

  return {
    baseUrl,
    tokens: {
      person: await issuer.token(randomUUID()),
      stranger: await issuer.token(randomUUID()),
    },
    adminToken: testAdminToken,
    local: {
      execute: (statement) => execute(database.url, statement),
      hasten: () => hastenDeliveries(database.url, 'automation'),
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()))
      await close()
    },
  }
}
