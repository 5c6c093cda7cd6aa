import { randomUUID } from 'node:crypto'
import {
  startTestApp,
  testAdminToken,
  testEncryptionKeys,
} from '../../apps/alias-api/src/testing/test-app.ts'
import { watchExpiry } from '../../apps/alias-api/src/addresses/watch-expiry.ts'
import { createLogger } from '@waypost/http'
import { startDnsServer } from '@waypost/testing'
import { findFreePort } from '@waypost/testing'
import { execute } from '../execute.ts'
import { hastenDeliveries } from '../hasten-deliveries.ts'
import { startProcess } from '../start-process.ts'
import type { Process, RequestLimits, Service } from './service.ts'

const entries: Record<Process, string> = {
  dispatcher: 'dispatcher/src/main.ts',
  'alias-mail': 'alias-api/src/mail.ts',
}

/** Starts the API in this process, on a database and a port of its own, and `processes` beside it as real processes. */
export async function startLocalService(processes: Process[], limits?: RequestLimits): Promise<Service> {
  const dns = await startDnsServer()
  const { app, services, database, issuer, close } = await startTestApp({
    dnsServer: dns.address,
    ...(limits && { limits }),
  })
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  // Time is moved in the database, of which nobody tells it.
  const stopExpiry = watchExpiry(services, createLogger('contract', 'silent'), 250)
  const smtpPort = await findFreePort()
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: testEncryptionKeys,
    DISPATCHER_PORT: '0',
    SMTP_PORT: String(smtpPort),
    ALIAS_DEV_OUTBOX: 'true',
    DNS_SERVERS: dns.address,
  }
  const stops = await Promise.all(processes.map((name) => startProcess(entries[name], env)))

  return {
    baseUrl,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    tokens: {
      person: await issuer.token(randomUUID()),
      stranger: await issuer.token(randomUUID()),
    },
    adminToken: testAdminToken,
    local: {
      execute: (statement) => execute(database.url, statement),
      hasten: () => hastenDeliveries(database.url, 'alias'),
      setDns: dns.set,
    },
    async close() {
      await Promise.all([stopExpiry(), ...stops.map((stop) => stop())])
      await close()
      await dns.close()
    },
  }
}
