import { createLinkWriter } from '../alias-links/write-links.ts'
import type { OpenTransport } from '../delivery/open-transport.ts'
import { startSendWorker } from '../delivery/send-worker.ts'
import { startForwardWorker } from '../forwarding/forward-worker.ts'
import { startInboundWorker } from '../inbound/inbound-worker.ts'
import type { MessageReader } from '../inbound/list-message.ts'
import type { MessageRewriter } from '../rewriting/message-rewriter.ts'
import type { MailProcess } from '../services.ts'
import { copyDkimKeys } from '../signing/copy-dkim-keys.ts'
import { createSigner } from '../signing/create-signer.ts'
import type { Priority } from '../smtp/priority.ts'
import { openSpamFilter } from '../spam/open-spam-filter.ts'
import type { MailMetrics } from './mail-metrics.ts'
import type { OpenMailServices } from './open-mail-services.ts'
import { pruneMail } from './prune-mail.ts'
import type { SharePlaces } from './share-places.ts'
import { watchMail } from './watch-mail.ts'

/** What the work on all databases of the service shares. */
export interface SharedMail {
  transport: OpenTransport
  reader: MessageReader
  rewriter: MessageRewriter
  priority: Priority
  metrics: MailMetrics
}

/**
 * Starts what the mail process does with a database by itself: the stages of a message after its acceptance, and the sweeps.
 *
 * @param share the places of the stages, where there are several databases
 */
export async function startMailWork(
  running: MailProcess,
  services: OpenMailServices['services'],
  { transport: { transportOf, pace }, reader, rewriter, priority, metrics }: SharedMail,
  share?: SharePlaces,
): Promise<void> {
  const { env, logger, onStop } = running
  const signer = createSigner(services)
  const writeLinks = createLinkWriter(services, env.ALIAS_PUBLIC_URL)
  const { second: before } = priority
  // Before anything is sent, which would be unsigned.
  await copyDkimKeys(services)

  onStop(watchMail(services, logger))
  onStop(pruneMail(services, logger))

  // The stages of a message: list, forward, deliver. Later stages start first and stop last.
  const { countOutbound, countForward, countSpam } = metrics
  const judgeSpam = openSpamFilter(running, services, countSpam)
  const transport = transportOf(services)
  onStop(
    await startSendWorker(
      { ...services, signer },
      logger,
      { transport, pace },
      { before, share, onOutcome: countOutbound },
    ),
  )
  onStop(
    await startForwardWorker({ ...services, signer, checker: reader, rewriter, writeLinks }, logger, {
      before,
      share,
      onOutcome: countForward,
    }),
  )
  onStop(await startInboundWorker(services, logger, reader, { before, share, judgeSpam }))
}
