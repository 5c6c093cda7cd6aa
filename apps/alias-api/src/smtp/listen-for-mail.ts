import { once } from 'node:events'
import { createSmtpLogRecorder } from '../smtp-log/smtp-log-recorder.ts'
import type { MessageReader } from '../inbound/list-message.ts'
import { createReplyAcceptor } from '../replies/accept-reply.ts'
import type { MailProcess, MailServices } from '../services.ts'
import { createSmtpServer, type Handover } from './create-smtp-server.ts'
import type { OpenCertificate } from './open-certificate.ts'
import type { Priority } from './priority.ts'

/** Starts the SMTP server. */
export async function listenForMail(
  { env, logger, onStop }: MailProcess,
  services: MailServices,
  {
    certificate,
    priority,
    reader,
    onMessage,
  }: {
    certificate: OpenCertificate
    priority: Priority
    reader: MessageReader
    onMessage: (outcome: Handover) => void
  },
): Promise<void> {
  const smtpLog = createSmtpLogRecorder(services, logger)
  onStop(() => smtpLog.close())
  const { ALIAS_MX_HOST: mxHost, ALIAS_POSTMASTER: mailbox } = env
  const options = {
    hostname: mxHost,
    tls: certificate.current(),
    maxClients: env.SMTP_MAX_CLIENTS,
    mailsPerMinute: env.SMTP_MAILS_PER_MINUTE_PER_ACCOUNT,
    onMessage,
    priority,
    acceptReply: createReplyAcceptor(services, reader),
    postmaster: { mailbox, mxHost },
    limits: {
      connections: env.SMTP_MAX_CLIENTS_PER_ADDRESS,
      unknownRecipients: env.SMTP_UNKNOWN_RECIPIENTS_PER_ADDRESS,
    },
  }
  const smtp = createSmtpServer(services, options, smtpLog, logger)
  await once(smtp.listen(env.SMTP_PORT, env.SMTP_HOST), 'listening')
  onStop(
    certificate.watch(
      (next) => {
        smtp.updateSecureContext(next)
        logger.info('loaded a new certificate')
      },
      (error) => logger.warn({ err: error }, 'could not load the new certificate'),
    ),
  )
  onStop(() => new Promise((resolve) => smtp.close(resolve)))
}
