import { once } from 'node:events'
import { runProcess, serveInternals } from '@waypost/http'
import { openDatabase, openQueues, systemClock } from '@waypost/postgres'
import { aliasChannel } from '@waypost/webhooks'
import { poll } from '@waypost/concurrency'
import { createObjectStore, createStorage, sweepBlobs } from '@waypost/storage'
import { createAuthenticityChecker } from './authenticity/authenticity-checker.ts'
import { forgetReturnPaths } from './bounces/forget-return-paths.ts'
import { sessionSettings } from './db/session-settings.ts'
import { watchDomains } from './domains/watch-domains.ts'
import { readMailEnv } from './env.ts'
import { carryByMx } from './outbound/carry-by-mx.ts'
import { carryBySmarthost } from './outbound/carry-by-smarthost.ts'
import { catchMail } from './outbound/catch-mail.ts'
import { chooseCarrier } from './outbound/choose-carrier.ts'
import type { Outcome } from './outbound/describe-refusal.ts'
import { createPolicyFinder, fetchPolicyBy } from './outbound/mta-sts.ts'
import type { Carry } from './outbound/send-departure.ts'
import { workDepartures } from './outbound/work-departures.ts'
import { workForwards } from './forwarding/work-forwards.ts'
import { forgetReceptions } from './receptions/forget-receptions.ts'
import { createReceptionRecorder } from './receptions/record-receptions.ts'
import { createMailMetrics } from './mail-metrics.ts'
import type { MailServices } from './services.ts'
import { createSmtpServer } from './smtp/create-smtp-server.ts'
import { createMessageParser } from './smtp/message-parser.ts'
import { createPrecedence } from './smtp/precedence.ts'
import { createSelfSignedCertificate } from './smtp/self-signed-certificate.ts'
import { readCertificate, watchCertificate, type Certificate } from './smtp/watch-certificate.ts'
import { workArrivals } from './smtp/work-arrivals.ts'
import { createSigner } from './signing/create-signer.ts'
import { watchDkimKeys } from './signing/watch-dkim-keys.ts'
import { workSchema, workSettings } from './work-queues.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

await runProcess('alias-mail', readMailEnv, async ({ env, logger, onStop }) => {
  const connection = { url: env.DATABASE_URL, role: 'waypost_alias_mail', applicationName: 'alias-mail' }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, settings: sessionSettings, maxConnections: 20 })
  onStop(() => database.close())
  const outbox = await openQueues({ ...connection, schema: aliasChannel.outboxSchema, onError })
  onStop(() => outbox.close())
  const work = await openQueues({
    ...connection,
    schema: workSchema,
    settings: workSettings,
    wakeOnInsert: true,
    maintain: true,
    onError,
  })
  onStop(() => work.close())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const services: MailServices = {
    db: database.db,
    clock: systemClock,
    outbox: {
      channel: aliasChannel,
      boss: outbox.boss,
      delaysMs: env.ALIAS_WEBHOOK_DELAYS,
      clock: systemClock,
    },
    work: work.boss,
    storage: createStorage(database.db, { schema: 'alias', objects }),
    letters: { from: env.ALIAS_MAIL_FROM },
  }
  const { SMTP_TLS_CERT_FILE: certFile, SMTP_TLS_KEY_FILE: keyFile } = env
  const files = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined
  let tls = files
    ? await readCertificate(files)
    : createSelfSignedCertificate(env.ALIAS_MX_HOST, systemClock.now())
  const metrics = createMailMetrics(database, () => tls.cert)
  if (env.METRICS_PORT !== undefined) {
    const internals = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [database.db],
    })
    onStop(async () => void internals.close())
  }

  const dns = { mxHost: env.ALIAS_MX_HOST, servers: env.DNS_SERVERS, timeoutMs: env.DNS_TIMEOUT_MS }
  const parser = createMessageParser({
    processes: 2,
    timeoutMs: 5000,
    largeTimeoutMs: 20_000,
    memoryMiB: 256,
  })
  onStop(parser.close)
  const checker = createAuthenticityChecker(dns, { timeoutMs: 15_000, memoryMiB: 256 })
  onStop(checker.close)
  const precedence = createPrecedence()
  const secondary = { before: precedence.second }
  const caught = env.ALIAS_DEV_OUTBOX ? catchMail(services) : undefined
  const smarthost =
    env.SMTP_SMARTHOST === undefined
      ? undefined
      : carryBySmarthost(env.SMTP_SMARTHOST, {
          hostname: env.ALIAS_MX_HOST,
          connections: env.SMTP_SMARTHOST_CONNECTIONS,
        })
  onStop(async () => smarthost?.close())
  const carryDirectly = (): Carry => {
    const fetchPolicy = fetchPolicyBy(dns, env.EGRESS_ALLOW)
    return carryByMx({
      dns,
      egress: env.EGRESS_ALLOW,
      findPolicy: createPolicyFinder(dns, fetchPolicy, systemClock.now),
    })
  }
  const carry = chooseCarrier(smarthost?.carry ?? caught ?? carryDirectly(), caught)
  // One server takes all mail equally fast, so that enough may wait for its connections; of many servers one may be slow.
  const pace = smarthost
    ? { atATime: 4 * env.SMTP_SMARTHOST_CONNECTIONS }
    : { atATime: env.SMTP_DELIVERIES, batchSize: 2 }
  const keyServices = { ...services, keyring: env.ENCRYPTION_KEYS, dns }
  onStop(watchDkimKeys(keyServices, logger))
  const signer = createSigner(keyServices)
  onStop(await workArrivals(services, { ...parser, check: checker.check }, logger, secondary))
  const onOutcome = ({ status }: Outcome) => metrics.countDeparture(status)
  onStop(await workDepartures({ ...services, signer }, { carry, ...pace, ...secondary, onOutcome }, logger))
  onStop(
    poll(
      async () => void (await Promise.all([forgetReturnPaths(services), forgetReceptions(services)])),
      hourMs,
      (error) => logger.warn({ err: error }, 'could not forget what is old'),
    ),
  )
  onStop(
    poll(
      (stopping) => sweepBlobs({ ...services, schema: 'alias', objects }, stopping),
      minuteMs,
      (error) => logger.warn({ err: error }, 'could not take away what is unused'),
    ),
  )
  onStop(watchDomains({ ...services, dns }, logger))
  onStop(
    await workForwards({ ...services, dns, checker, signer }, logger, {
      ...secondary,
      onOutcome: metrics.countForward,
    }),
  )

  const receptions = createReceptionRecorder(services, logger)
  onStop(() => receptions.close())
  const smtp = createSmtpServer(
    services,
    {
      hostname: env.ALIAS_MX_HOST,
      tls,
      maxClients: env.SMTP_MAX_CLIENTS,
      onMessage: metrics.countReceived,
      precedence,
      postmaster:
        env.ALIAS_POSTMASTER === undefined
          ? undefined
          : { mailbox: env.ALIAS_POSTMASTER, mxHost: env.ALIAS_MX_HOST },
      limits: {
        connections: env.SMTP_MAX_CLIENTS_PER_ADDRESS,
        unknownRecipients: env.SMTP_UNKNOWN_RECIPIENTS_PER_ADDRESS,
      },
    },
    receptions,
    logger,
  )
  await once(smtp.listen(env.SMTP_PORT, env.SMTP_HOST), 'listening')
  if (files) {
    const use = (certificate: Certificate): void => {
      smtp.updateSecureContext(certificate)
      tls = certificate
      logger.info('took up another certificate')
    }
    onStop(
      watchCertificate(files, tls, use, (error) =>
        logger.warn({ err: error }, 'could not take up another certificate'),
      ),
    )
  }
  onStop(() => new Promise((resolve) => smtp.close(resolve)))
})
