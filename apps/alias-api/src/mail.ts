import '@waypost/http/starting'
import { onceItWorks, openCells, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { findDatabaseFault, type Db } from '@waypost/postgres'
import { checkStore, createObjectStore } from '@waypost/storage'
import { createDirectories } from './cells/create-directories.ts'
import { readMailEnv } from './env.ts'
import { checkDns } from './mail/check-dns.ts'
import { createMailMetrics } from './mail/mail-metrics.ts'
import { openMailServices } from './mail/open-mail-services.ts'
import { createSharedPlaces } from './mail/share-places.ts'
import { startMailWork } from './mail/start-mail-work.ts'
import { openTransport } from './delivery/open-transport.ts'
import { openMessageRewriter } from './rewriting/open-message-rewriter.ts'
import { openMessageReader } from './inbound/open-message-reader.ts'
import { createReplyAcceptor } from './replies/accept-reply.ts'
import type { MailProcess, MailServices } from './services.ts'
import { listenForMail } from './smtp/listen-for-mail.ts'
import { createMailDatabase, type MailDatabase } from './smtp/mail-database.ts'
import { oneMailDatabase, withMailCells } from './smtp/mail-databases.ts'
import { openCertificate } from './smtp/open-certificate.ts'
import { createPriority } from './smtp/priority.ts'
import { createSmtpLogRecorder } from './smtp-log/smtp-log-recorder.ts'

await runProcess('alias-mail', readMailEnv, async (running) => {
  const { env, logger, onStop } = running
  const names = env.ALIAS_CELLS.map(({ name }) => name)
  const hasCells = names.length > 0
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const { promise: home, resolve } = Promise.withResolvers<Db>()
  const findCell = (name: string): Db | undefined => cells.find(nameOf(name))?.takes.services.db
  const directories = createDirectories({ home, findCell, logger })
  const directory = hasCells ? directories.ofFirst : undefined
  const first = await openMailServices(running, { url: env.DATABASE_URL, directory, objects })
  const { services, database, checkKeys } = first
  resolve(services.db)
  const certificate = await openCertificate(running, services)
  const metrics = createMailMetrics(database, () => certificate.current().cert)
  watchObjectStore(metrics.registry, objects)
  const priority = createPriority()
  const shared = {
    metrics,
    priority,
    reader: openMessageReader(running, services.dns),
    rewriter: openMessageRewriter(running),
    transport: openTransport(running, services),
  }
  const postmaster = { mailbox: env.ALIAS_POSTMASTER, mxHost: env.ALIAS_MX_HOST }
  const openForMail = (part: MailProcess, of: MailServices): MailDatabase => {
    const recorder = createSmtpLogRecorder(of, part.logger)
    part.onStop(() => recorder.close())
    return createMailDatabase(of, recorder, {
      acceptReply: createReplyAcceptor(of, shared.reader, env.TRUSTED_ARC_SEALERS),
      postmaster,
    })
  }
  const sharePlaces = createSharedPlaces()
  const settings = env.ALIAS_CELLS.map(({ name, url }) => ({ name: nameOf(name), url }))
  const cells = openCells(settings, {
    registry: metrics.registry,
    logger,
    async open({ name, url }, onStopCell) {
      const inCell = { env, onStop: onStopCell, logger: logger.child({ channel: name }) }
      const opened = await openMailServices(inCell, { url, directory: directories.ofCells, objects })
      const takes = openForMail(inCell, opened.services)
      await startMailWork(inCell, opened.services, shared, sharePlaces(name))
      metrics.watch(name, opened.database)
      const check = async () => (await findDatabaseFault(opened.services.db)) ?? (await opened.checkKeys())
      return { takes, check }
    },
  })
  if (env.METRICS_PORT !== undefined) {
    const address = { host: env.METRICS_HOST, port: env.METRICS_PORT }
    const internals = await serveInternals(metrics.registry, {
      ...address,
      databases: [database.db],
      checks: [
        checkKeys,
        onceItWorks(checkDns(services.dns)),
        ...(objects ? [onceItWorks(checkStore(objects))] : []),
      ],
      detail: () => (hasCells ? { cells: cells.state() } : {}),
    })
    onStop(async () => void internals.close())
  }
  const takesFirst = openForMail(running, services)
  await startMailWork(running, services, shared, hasCells ? sharePlaces('alias') : undefined)
  onStop(async () => void (await Promise.all(cells.stops.map((stop) => stop()))))
  await cells.start()
  const databases = hasCells
    ? withMailCells(takesFirst, { names, find: (name) => cells.find(nameOf(name))?.takes })
    : oneMailDatabase(takesFirst)
  const { clock } = services
  const onMessage = metrics.countReceived
  await listenForMail(running, databases, { clock, certificate, priority, postmaster, onMessage })
})

function nameOf(cell: string): string {
  return `alias/${cell}`
}
