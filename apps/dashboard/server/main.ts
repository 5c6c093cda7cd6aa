import { fileURLToPath } from 'node:url'
import { createMetrics, runProcess, serveInternals } from '@waypost/http'
import { openDatabase, systemClock } from '@waypost/postgres'
import { revokeLeftKeys } from './automation-keys/revoke-left-keys.ts'
import { createSweep } from './create-sweep.ts'
import { createPasswordHasher } from './accounts/create-password-hasher.ts'
import { createDashboardApp } from './app.ts'
import { deleteExpired } from './delete-expired.ts'
import { readDashboardEnv } from './env.ts'
import { eraseClosedAccounts } from './erasure/erase-closed-accounts.ts'
import { createEvents } from './events.ts'
import { carryBySmarthost } from './letters/carry-by-smarthost.ts'
import { sendDueLetters } from './letters/send-due-letters.ts'
import { createPages } from './pages/create-pages.ts'
import { notBuilt } from './pages/routes.ts'
import type { Services } from './services.ts'
import { createUpstreamClient } from './upstreams/create-upstream-client.ts'
import { getSigningKey } from './signing-keys/get-signing-key.ts'

const retryEveryMs = 15_000
const cleanUpEveryMs = 10 * 60_000

await runProcess('dashboard', readDashboardEnv, async ({ env, logger, onStop }) => {
  const { db, close } = openDatabase({
    url: env.DATABASE_URL,
    role: 'waypost_dashboard',
    applicationName: 'dashboard',
  })
  onStop(close)

  const publicUrl = env.DASHBOARD_PUBLIC_URL ?? new URL(`http://${env.HOST}:${env.DASHBOARD_PORT}`)
  const upstreams = createUpstreamClient({ automation: env.AUTOMATION_URL, alias: env.ALIAS_URL })
  onStop(() => upstreams.close())
  const basics = { db, clock: systemClock, publicUrl, events: createEvents(logger) }
  const { SMTP_SMARTHOST: smarthost, DASHBOARD_MAIL_FROM: from } = env
  const carry = smarthost === undefined ? undefined : carryBySmarthost(smarthost, from)
  const letters = createSweep(
    () => sendDueLetters(basics, { carry, isKept: env.DASHBOARD_DEV_OUTBOX }),
    (error) => logger.warn({ err: error }, 'could not send mails'),
  )
  onStop(() => letters.close())
  const services: Services = {
    ...basics,
    keyring: env.ENCRYPTION_KEYS,
    passwords: createPasswordHasher(),
    letters,
    erasure: { soon: () => erasure.soon() },
    upstreams,
    jwt: { issuer: env.JWT_ISSUER, audience: env.JWT_AUDIENCE },
  }
  // A key that cannot be made or opened stops the start, not the first login.
  await getSigningKey(services)

  const erasure = createSweep(
    () => eraseClosedAccounts(services),
    (error) => logger.warn({ err: error }, 'could not erase accounts'),
  )
  onStop(() => erasure.close())
  const keySweep = createSweep(
    () => revokeLeftKeys(services),
    (error) => logger.warn({ err: error }, 'could not delete the keys of sign-ins that have ended'),
  )
  onStop(() => keySweep.close())
  const cleanUp = setInterval(() => {
    deleteExpired(services).catch((error: unknown) =>
      logger.warn({ err: error }, 'could not delete what has expired'),
    )
    keySweep.soon()
  }, cleanUpEveryMs)
  onStop(async () => clearInterval(cleanUp))
  // What another process has left, and what is tried again.
  const retry = setInterval(() => {
    letters.soon()
    erasure.soon()
  }, retryEveryMs)
  onStop(async () => clearInterval(retry))

  const pages = createPages(fileURLToPath(new URL('../web/dist', import.meta.url)))
  if (!(await pages.findIndex())) logger.warn(notBuilt)

  const app = createDashboardApp({
    services,
    keySweep,
    pages,
    devOutbox: env.DASHBOARD_DEV_OUTBOX,
    logger,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
  })
  onStop(() => app.close())
  await app.listen({ host: env.HOST, port: env.DASHBOARD_PORT })

  // Last, so that who is told that the process is ready can call it.
  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(createMetrics('dashboard'), {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [db],
    })
    onStop(async () => void server.close())
  }
})
