import { once } from 'node:events'
import type { Clock } from '@waypost/postgres'
import type { MailProcess } from '../services.ts'
import type { Postmaster } from '../inbound/role-address.ts'
import { createSmtpServer, type Handover } from './create-smtp-server.ts'
import type { MailDatabases } from './mail-databases.ts'
import type { OpenCertificate } from './open-certificate.ts'
import type { Priority } from './priority.ts'

/** Starts the SMTP server. */
export async function listenForMail(
  { env, logger, onStop }: MailProcess,
  databases: MailDatabases,
  {
    clock,
    certificate,
    priority,
    postmaster,
    onMessage,
  }: {
    clock: Clock
    certificate: OpenCertificate
    priority: Priority
    postmaster: Postmaster
    onMessage: (outcome: Handover) => void
  },
): Promise<void> {
  const options = {
    hostname: env.ALIAS_MX_HOST,
    tls: certificate.current(),
    maxClients: env.SMTP_MAX_CLIENTS,
    mailsPerMinute: env.SMTP_MAILS_PER_MINUTE_PER_ACCOUNT,
    onMessage,
    priority,
    postmaster,
    limits: {
      connections: env.SMTP_MAX_CLIENTS_PER_ADDRESS,
      unknownRecipients: env.SMTP_UNKNOWN_RECIPIENTS_PER_ADDRESS,
    },
  }
  const smtp = createSmtpServer(databases, options, clock, logger)
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
