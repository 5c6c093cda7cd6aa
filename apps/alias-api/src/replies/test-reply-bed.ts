import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { openForwardingBed, testMessage } from '../forwarding/test-forwarding.ts'
import { readMailboxes } from '../forwarding/read-correspondents.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { mailbox, publishMailbox } from './test-replies.ts'

/** For tests: the value of a field of a message. */
export const field = (content: Buffer, name: string): string | undefined =>
  splitMessage(content)
    .fields.find((each) => nameOf(each) === name)
    ?.replace(/^[^:]*:\s*/, '')

/** For tests: an alias that forwards to the mailbox, to which Bob writes, and what the mailbox replies. */
export function openReplyBed(
  options: { trustedSealers?: string[] } = {},
  serviceOptions?: Parameters<typeof openForwardingBed>[2],
) {
  const forwarding = openForwardingBed(
    async ({ mail, sink, dns }) => {
      await mail.startInboundWorker()
      await mail.startForwardWorker()
      await mail.startSendWorker(sink.url)
      publishMailbox(dns)
      forwarding.publish()
    },
    options,
    serviceOptions,
  )
  const { bed, addRule, receive, read } = forwarding
  const execute = (query: ReturnType<typeof sql>) => bed.service.database.connectAsOwner().db.execute(query)
  const mailTo = (to: string) =>
    waitFor(`mail to ${to}`, async () => bed.sink.mails.findLast((mail) => mail.to.includes(to)), 60_000)
  return {
    bed,
    addRule,
    publish: forwarding.publish,
    changeMailbox: forwarding.changeMailbox,
    read,
    receive,
    execute,
    mailTo,
    /** Has Bob write to the alias, and returns the forward with its reverse address. */
    async begin(headers: Record<string, string> = {}): Promise<{ forward: Buffer; reverse: string }> {
      await addRule()
      await receive(await testMessage({ isSigned: true, headers }))
      const { content: forward } = await mailTo(mailbox)
      const [replyTo] = readMailboxes(`Reply-To: ${field(forward, 'reply-to')}`)
      return { forward, reverse: replyTo!.email }
    },
    reply: (to: string | string[], content: Buffer | string, from = mailbox) =>
      bed.mail.deliver(to, content, from),
    async sentEmails() {
      const { rows } = await execute(sql`select id, status, to_address from alias.emails where type = 'sent'`)
      return rows
    },
  }
}
