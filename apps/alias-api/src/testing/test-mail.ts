import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@waypost/http'
import { openQueues } from '@waypost/postgres'
import { createStorage } from '@waypost/storage'
import { aliasChannel } from '@waypost/webhooks'
import { createTransport } from 'nodemailer'
import { createLinkWriter } from '../alias-links/write-links.ts'
import type { AuthenticityChecker, ReceivedMessage } from '../authenticity/authenticity.ts'
import { checkAuthenticity } from '../authenticity/check-authenticity.ts'
import { createSmarthostTransport } from '../delivery/smarthost-transport.ts'
import { catchMail } from '../delivery/catch-mail.ts'
import { chooseTransport } from '../delivery/choose-transport.ts'
import type { Transport } from '../delivery/send-outbound.ts'
import { startSendWorker } from '../delivery/send-worker.ts'
import { startForwardWorker } from '../forwarding/forward-worker.ts'
import { createMessageRewriter, type MessageRewriter } from '../rewriting/message-rewriter.ts'
import type { MailServices } from '../services.ts'
import type { ClientLimitOptions } from '../smtp/client-limits.ts'
import { createSmtpLogRecorder } from '../smtp-log/smtp-log-recorder.ts'
import { createSigner, type Signer } from '../signing/create-signer.ts'
import { createMailDatabase } from '../smtp/mail-database.ts'
import { oneMailDatabase } from '../smtp/mail-databases.ts'
import { createSmtpServer, type SmtpOptions } from '../smtp/create-smtp-server.ts'
import type { MessageReader } from '../inbound/list-message.ts'
import type { JudgeSpam } from '../spam/create-spam-filter.ts'
import type { Certificate } from '../smtp/watch-certificate.ts'
import { createReplyAcceptor } from '../replies/accept-reply.ts'
import { readerInProcess } from '../parsing/test-reader.ts'
import { startInboundWorker } from '../inbound/inbound-worker.ts'
import type { TestApp } from './test-app.ts'
import { mailSettings } from '../db/session-settings.ts'
import { workSchema } from '../work-queues.ts'

/** The mail process of a test app, on its database, under its own role. */
export interface TestMail {
  services: MailServices
  /** Runs in this process. */
  checker: Pick<AuthenticityChecker, 'check'>
  signer: Signer
  /** Runs in a process of its own, once a message is rewritten. */
  rewriter: MessageRewriter
  smtpPort: number
  /** Encrypts connections with another certificate from now on. */
  useCertificate(certificate: Certificate): void
  /** Delivers a message as another mail server does; rejects with its refusal. */
  deliver(
    to: string | string[],
    raw: string | Buffer,
    from?: string,
  ): Promise<{ accepted: string[]; rejected: string[]; response: string }>
  /** Starts to send queued messages, to a smarthost or a transport; by default to the table of caught mail. */
  startSendWorker(to?: string | Transport, pace?: { slotMs: number }): Promise<void>
  /** Starts to forward emails that rules match, by default with {@link rewriter}. */
  startForwardWorker(rewriter?: Pick<MessageRewriter, 'rewrite'>): Promise<void>
  /** Starts to list messages, which are parsed in this process; until then they wait. */
  startInboundWorker(reader?: Partial<MessageReader>, judgeSpam?: JudgeSpam): Promise<void>
  close(): Promise<void>
}

const noLimits: ClientLimitOptions = { connections: 1000, unknownRecipients: 1_000_000 }
const postmaster = { mailbox: 'operator@example.net', mxHost: 'mx.waypost.test' }
const smarthostOptions = { hostname: 'mx.waypost.test', connections: 2 }

/** @param options `limits`: by default higher than any test reaches; `tls`: by default nothing is encrypted */
export async function startTestMail(
  { services: api, database, objects }: TestApp,
  {
    limits = noLimits,
    mailsPerMinute = 1_000_000,
    maxClients = 50,
    tls,
    trustedSealers = [],
  }: {
    limits?: ClientLimitOptions
    mailsPerMinute?: number
    maxClients?: number
    tls?: SmtpOptions['tls']
    trustedSealers?: string[]
  } = {},
): Promise<TestMail> {
  const role = 'waypost_alias_mail'
  const queue = { url: database.url, role, applicationName: 'test', onError: () => {} }
  const outbox = await openQueues({ ...queue, schema: aliasChannel.outboxSchema })
  const work = await openQueues({ ...queue, schema: workSchema, wakeOnInsert: true, maintain: true })
  const services: MailServices = {
    db: database.connectAs(role, mailSettings).db,
    clock: api.clock,
    outbox: { ...api.outbox, boss: outbox.boss },
    work: work.boss,
    storage: createStorage(database.connectAs(role, mailSettings).db, { schema: 'alias', objects }),
    storesFilesOnce: api.storesFilesOnce,
    systemMail: api.systemMail,
  }
  const checker = {
    check: (message: ReceivedMessage, dnsMs: number) => checkAuthenticity(message, api.dns, dnsMs),
  }
  const signer = createSigner({ ...services, keyring: api.keyring })
  const rewriter = createMessageRewriter({
    processes: 1,
    timeoutMs: 30_000,
    memoryMiB: 128,
    idleMs: 60_000,
  })
  const writeLinks = createLinkWriter({ ...services, keyring: api.keyring }, api.systemMail.publicUrl)
  const logger = createLogger('test', 'silent')
  const smtpLog = createSmtpLogRecorder(services, logger)
  const acceptReply = createReplyAcceptor(services, { ...readerInProcess, ...checker }, trustedSealers)
  const smtp = createSmtpServer(
    oneMailDatabase(createMailDatabase(services, smtpLog, { acceptReply, postmaster })),
    {
      hostname: 'mx.waypost.test',
      tls,
      maxClients,
      limits,
      mailsPerMinute,
      postmaster,
    },
    services.clock,
    logger,
  )
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: smtpPort } = server.address() as AddressInfo
  const undos: (() => Promise<void>)[] = [rewriter.close, outbox.close, work.close]
  return {
    services,
    checker,
    signer,
    rewriter,
    smtpPort,
    useCertificate: (certificate) => smtp.updateSecureContext(certificate),
    async deliver(to, raw, from = 'bob@example.net') {
      const transport = createTransport({
        host: '127.0.0.1',
        port: smtpPort,
        ignoreTLS: true,
        name: 'mail.example.net',
      })
      const { accepted, rejected, response } = await transport.sendMail({ envelope: { from, to }, raw })
      return { accepted: accepted.map(String), rejected: rejected.map(String), response }
    },
    async startForwardWorker(chosen = rewriter) {
      undos.unshift(
        await startForwardWorker(
          { ...services, dns: api.dns, checker, signer, rewriter: chosen, writeLinks },
          logger,
        ),
      )
    },
    async startInboundWorker(reader, judgeSpam) {
      const readers = { ...readerInProcess, ...checker, ...reader }
      undos.unshift(await startInboundWorker(services, logger, readers, judgeSpam && { judgeSpam }))
    },
    async startSendWorker(to, pace) {
      const caught = catchMail(services)
      const smarthost = typeof to === 'string' ? createSmarthostTransport(to, smarthostOptions) : undefined
      if (smarthost) undos.unshift(async () => smarthost.close())
      const transport = chooseTransport(
        smarthost?.transport ?? (typeof to === 'function' ? to : caught),
        caught,
      )
      undos.unshift(
        await startSendWorker({ ...services, signer }, logger, { transport, pace: { atATime: 2, ...pace } }),
      )
    },
    async close() {
      await new Promise<void>((resolve) => smtp.close(resolve))
      await smtpLog.close()
      for (const undo of undos) await undo()
    },
  }
}
