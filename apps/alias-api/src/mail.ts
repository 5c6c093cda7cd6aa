import { onceItWorks, runProcess, serveInternals, watchObjectStore } from '@waypost/http'
import { checkStore } from '@waypost/storage'
import { createLinkWriter } from './alias-links/write-links.ts'
import { watchDomains } from './domains/watch-domains.ts'
import { readMailEnv } from './env.ts'
import { startForwardWorker } from './forwarding/forward-worker.ts'
import { checkDns } from './mail/check-dns.ts'
import { createMailMetrics } from './mail/mail-metrics.ts'
import { openMailServices } from './mail/open-mail-services.ts'
import { pruneMail } from './mail/prune-mail.ts'
import { openTransport } from './delivery/open-transport.ts'
import { startSendWorker } from './delivery/send-worker.ts'
import { watchHeld } from './sending/watch-held.ts'
import { openMessageRewriter } from './rewriting/open-message-rewriter.ts'
import { createSigner } from './signing/create-signer.ts'
import { watchDkimKeys } from './signing/watch-dkim-keys.ts'
import { listenForMail } from './smtp/listen-for-mail.ts'
import { openCertificate } from './smtp/open-certificate.ts'
import { openMessageReader } from './inbound/open-message-reader.ts'
import { createPriority } from './smtp/priority.ts'
import { startInboundWorker } from './inbound/inbound-worker.ts'
import { openSpamFilter } from './spam/open-spam-filter.ts'

await runProcess('alias-mail', readMailEnv, async (running) => {
  const { env, logger, onStop } = running
  const { services, database, checkKeys } = await openMailServices(running)
  const certificate = await openCertificate(running, services)
  const metrics = createMailMetrics(database, () => certificate.current().cert)
  watchObjectStore(metrics.registry, services.objects)
  if (env.METRICS_PORT !== undefined) {
    const address = { host: env.METRICS_HOST, port: env.METRICS_PORT }
    const internals = await serveInternals(metrics.registry, {
      ...address,
      databases: [database.db],
      checks: [
        checkKeys,
        onceItWorks(checkDns(services.dns)),
        ...(services.objects ? [onceItWorks(checkStore(services.objects))] : []),
      ],
    })
    onStop(async () => void internals.close())
  }
  const reader = openMessageReader(running, services.dns)
  const rewriter = openMessageRewriter(running)
  const signer = createSigner(services)
  const writeLinks = createLinkWriter(services, env.ALIAS_PUBLIC_URL)
  const priority = createPriority()
  const { second: before } = priority

  onStop(watchDkimKeys(services, logger))
  onStop(watchDomains(services, logger))
  onStop(pruneMail(services, logger))
  onStop(watchHeld(services, logger))

  // The stages of a message: accept, list, forward, deliver. Later stages start first and stop last.
  const transport = openTransport(running, services)
  const { countOutbound, countForward, countReceived, countSpam } = metrics
  const judgeSpam = openSpamFilter(running, services, countSpam)
  onStop(
    await startSendWorker({ ...services, signer }, logger, transport, { before, onOutcome: countOutbound }),
  )
  onStop(
    await startForwardWorker({ ...services, signer, checker: reader, rewriter, writeLinks }, logger, {
      before,
      onOutcome: countForward,
    }),
  )
  onStop(await startInboundWorker(services, logger, reader, { before, judgeSpam }))
  await listenForMail(running, services, { certificate, priority, reader, onMessage: countReceived })
})
