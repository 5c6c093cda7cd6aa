import { startMailSink, waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { field } from '../replies/test-reply-bed.ts'
import { mailbox, publishMailbox, writeAsMailbox } from '../replies/test-replies.ts'
import { readMailboxes } from './read-correspondents.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, jobs } = openForwardingBed(async (begun) => {
  await begun.sink.close()
  begun.sink = await startMailSink({ announcesDsn: true })
  const { mail, sink, dns } = begun
  await mail.startInboundWorker()
  await mail.startForwardWorker()
  await mail.startSendWorker(sink.url)
  publishMailbox(dns)
  publish()
})

const dsn = {
  ret: 'HDRS',
  envid: 'order+7 of bob',
  notify: ['SUCCESS', 'FAILURE'],
  orcpt: 'rfc822;ada+shop@bob.dev',
}
const nothing = { ret: null, envid: null }
/** Delivers a message as a server does whose client wants notifications. */
const deliver = async (from: string, to: string, raw: Buffer, said = dsn): Promise<void> => {
  const server = { host: '127.0.0.1', port: bed.mail.smtpPort, name: 'mail.example.net', ignoreTLS: true }
  await createTransport(server).sendMail({ envelope: { from, to }, raw, dsn: said })
}
const sunk = async (count: number) => (await bed.sink.waitForMails(count, 60_000)).at(-1)!

describe('what a sender says of delivery status notifications', () => {
  test('goes with the forward to a server that announces DSN, without NOTIFY, since bounces go to the return path of the forward', async () => {
    await addRule()
    await deliver('bob@bob.dev', bed.address.address, await testMessage({ isSigned: true }))
    expect(await sunk(1)).toMatchObject({
      to: [mailbox],
      from: expect.stringMatching(/^bounces\+/),
    })
    expect((await sunk(1)).dsn).toEqual({
      ret: 'HDRS',
      envid: 'order+7 of bob',
      orcpt: 'rfc822;ada+shop@bob.dev',
    })
  })

  test('does not go with the forward where it names an address that is none of mail', async () => {
    await addRule()
    await deliver('bob@bob.dev', bed.address.address, await testMessage({ isSigned: true }), {
      ...dsn,
      orcpt: 'x400;/S=ada/',
    })
    expect((await sunk(1)).dsn).toEqual({ ret: 'HDRS', envid: 'order+7 of bob' })
  })

  test('by a mailbox does not go with its reply, since it may name the mailbox', async () => {
    await addRule()
    await deliver('bob@bob.dev', bed.address.address, await testMessage({ isSigned: true }))
    const forward = await sunk(1)
    const [reverse] = readMailboxes(`Reply-To: ${field(forward.content, 'reply-to')}`)
    const reply = await writeAsMailbox({ to: reverse!.email, subject: 'Re: Invoice 7', text: 'Paid.' })
    await deliver(mailbox, reverse!.email, reply)
    expect(await sunk(2)).toMatchObject({ to: ['bob@bob.dev'], dsn: nothing })
  })

  test('makes the service send nothing to the sender', async () => {
    const { db } = bed.service.database.connectAsOwner()
    await deliver('bob@bob.dev', bed.address.address, await testMessage({ isSigned: true }))
    // The rule would forward it too if it were there by then.
    const isListed = async () => (await db.$count(sql`alias.emails`)) === 1
    await waitFor('the email, which no rule forwards', async () => (await isListed()) && (await jobs()) === 0)
    await addRule()
    await deliver('bob@bob.dev', bed.address.address, await testMessage({ isSigned: true }))
    await sunk(1)
    expect(bed.sink.mails.map(({ to }) => to)).toEqual([[mailbox]])
    expect(await db.$count(sql`alias.outbound_messages`, sql`rcpt_to = 'bob@bob.dev'`)).toBe(0)
  })
})
