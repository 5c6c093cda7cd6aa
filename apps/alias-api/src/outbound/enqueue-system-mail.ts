import { newId, type Db } from '@waypost/postgres'
import type { MailServices } from '../services.ts'
import { domainOf } from './mail-address.ts'
import { composeMessage } from './compose-message.ts'
import { enqueueOutbound } from './enqueue-outbound.ts'

/** Queues a system e-mail, which is sent if and only if `tx` commits. */
export async function enqueueSystemMail(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'work' | 'systemMail'>,
  { ownerId, to, subject, text }: { ownerId: string; to: string; subject: string; text: string },
): Promise<void> {
  const { from } = services.systemMail
  const content = await composeMessage({
    from: `Waypost <${from}>`,
    to,
    subject,
    text,
    messageId: `${newId()}@${domainOf(from)}`,
    date: new Date(services.clock.now()),
  })
  const signedBy = domainOf(from)
  await enqueueOutbound(tx, services, [
    { ownerId, emailId: null, mailFrom: from, rcptTo: to, content, signedBy },
  ])
}
