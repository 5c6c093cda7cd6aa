import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { openForwardingBed, testMessage } from '../forwarding/test-forwarding.ts'
import { readMailboxes } from '../forwarding/read-correspondents.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { mailbox, publishMailbox, signAsMailbox, writeAsMailbox } from './test-replies.ts'

const { bed, publish, addRule, receive, read } = openForwardingBed(async ({ mail, sink, dns }) => {
  await mail.startInboundWorker()
  await mail.startForwardWorker()
  await mail.startSendWorker(sink.url)
  publishMailbox(dns)
  publish()
})

const field = (content: Buffer, name: string): string | undefined =>
  splitMessage(content)
    .fields.find((each) => nameOf(each) === name)
    ?.replace(/^[^:]*:\s*/, '')
const execute = (query: ReturnType<typeof sql>) => bed.service.database.connectAsOwner().db.execute(query)
const mailTo = (to: string) =>
  waitFor(`mail to ${to}`, async () => bed.sink.mails.findLast((mail) => mail.to.includes(to)), 60_000)

/** Has Bob write to the alias, and returns the forward with its reverse address. */
async function begin(headers: Record<string, string> = {}): Promise<{ forward: Buffer; reverse: string }> {
  await addRule()
  await receive(await testMessage({ isSigned: true, headers }))
  const { content: forward } = await mailTo(mailbox)
  const [replyTo] = readMailboxes(`Reply-To: ${field(forward, 'reply-to')}`)
  return { forward, reverse: replyTo!.email }
}
const reply = (to: string | string[], content: Buffer | string, from = mailbox) =>
  bed.mail.deliver(to, content, from)
const sentEmails = async () => {
  const { rows } = await execute(sql`select id, status, to_address from alias.emails where type = 'sent'`)
  return rows
}

describe('a reply of the mailbox', () => {
  test('a reply leaves from the alias to its contact, composed anew, and is listed as sent', async () => {
    const { forward, reverse } = await begin()
    const content = await writeAsMailbox({
      to: reverse,
      subject: 'Re: Invoice 7',
      text: `Paid.\n\nOn Monday, Bob <${reverse}> wrote to ${mailbox}:\n> hello`,
      html: `<p>Paid. <a href="mailto:ME%40example.net">me&#64;example.net</a></p>`,
      inReplyTo: field(forward, 'message-id'),
      references: [field(forward, 'message-id'), '<draft@example.net>'],
      headers: {
        'X-Mailer': 'Post 1.0',
        'User-Agent': 'Post',
        'X-Sender': mailbox,
        Received: `by ${mailbox}`,
      },
    })
    expect((await reply(reverse, content)).response).toMatch(/^250 /)
    const sent = await mailTo('bob@bob.dev')
    const alias = bed.address.address
    expect(sent.from).toMatch(/^bounces\+[a-z2-7]{20}@waypost\.test$/)
    expect(await parseMessage(sent.content)).toMatchObject({
      from: alias,
      fromName: '',
      subject: 'Re: Invoice 7',
      text: `Paid.\n\nOn Monday, Bob <bob@bob.dev> wrote to ${alias}:\n> hello\n`,
      html: `<p>Paid. <a href="mailto:${alias}">${alias}</a></p>\n`,
    })
    const [email] = await sentEmails()
    const names = splitMessage(sent.content).fields.map(nameOf)
    expect(names.toSorted()).toEqual([
      'content-type',
      'date',
      'from',
      'in-reply-to',
      'message-id',
      'mime-version',
      'references',
      'subject',
      'to',
    ])
    expect(field(sent.content, 'message-id')).toBe(`<${email!.id as string}@waypost.test>`)
    expect(field(sent.content, 'in-reply-to')).toBe(field(forward, 'message-id'))
    expect(field(sent.content, 'references')).toBe(field(forward, 'message-id'))
    expect(sent.content.toString()).not.toMatch(/example\.net|reply-[a-z2-7]{24}|Post 1/i)
    const id = email!.id as string
    await waitFor('the outcome', async () => (await read(id)).status === 'sent')
    expect(await read(id)).toMatchObject({ type: 'sent', from: alias, to: 'bob@bob.dev', isRead: true })
  })

  test('both sides can follow a conversation by its message ids', async () => {
    const { forward, reverse } = await begin()
    await reply(reverse, await writeAsMailbox({ to: reverse, text: '1', messageId: '<one@example.net>' }))
    const first = await mailTo('bob@bob.dev')
    const ours = field(first.content, 'message-id')!
    const answer = await testMessage({
      isSigned: true,
      headers: { 'In-Reply-To': ours, References: `${field(forward, 'message-id')} ${ours}` },
    })
    await receive(answer)
    const forwarded = await waitFor('the answer', async () =>
      bed.sink.mails.find(({ content }) => field(content, 'in-reply-to') === '<one@example.net>'),
    )
    expect(field(forwarded.content, 'references')).toContain('<one@example.net>')
    const second = await writeAsMailbox({
      to: reverse,
      text: '2',
      inReplyTo: field(forwarded.content, 'message-id'),
      references: ['<one@example.net>', field(forwarded.content, 'message-id')],
    })
    await reply(reverse, second)
    const last = await waitFor('the second reply', async () =>
      bed.sink.mails.find(
        (mail) => mail.to.includes('bob@bob.dev') && field(mail.content, 'references')?.includes(ours),
      ),
    )
    expect(field(last.content, 'in-reply-to')).toBe(field(forwarded.content, 'message-id'))
  })

  test('a reply whose server did not hear the answer leaves once', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'hello' })
    await reply(reverse, content)
    await reply(reverse, content)
    expect(await sentEmails()).toHaveLength(1)
  })

  test('a contact to whom a reply goes is among those used last', async () => {
    const { reverse } = await begin()
    await execute(sql`update alias.contacts set used_at = now() - interval '1 year'`)
    await reply(reverse, await writeAsMailbox({ to: reverse, text: 'hello' }))
    const { rows } = await execute(sql`select from alias.contacts where used_at > now() - interval '1 hour'`)
    expect(rows).toHaveLength(1)
  })

  test('one mail to several contacts of an alias leaves to each by itself', async () => {
    const { reverse } = await begin()
    const other = await bed.service.app.inject({
      method: 'PUT',
      url: `/api/v1/addresses/${bed.address.id}/contacts`,
      headers: await bed.service.person('ada'),
      payload: { email: 'carol@carol.dev', name: 'Carol' },
    })
    const { reverseAddress } = other.json<{ data: { reverseAddress: string } }>().data
    await reply(
      [reverse, reverseAddress],
      await writeAsMailbox({ to: [reverse, reverseAddress], text: 'hi' }),
    )
    const [bob, carol] = [await mailTo('bob@bob.dev'), await mailTo('carol@carol.dev')]
    expect(field(bob.content, 'to')).not.toContain('carol')
    expect(field(carol.content, 'to')).toBe('Carol <carol@carol.dev>')
  })

  test('files leave with their bytes, and inline images stay in their place', async () => {
    const { reverse } = await begin()
    const bytes = Buffer.from([0, 255, 10, 13, 10, 200])
    const content = await writeAsMailbox({
      to: reverse,
      text: 'see',
      html: '<img src="cid:part1.ABC@example.net">',
      attachments: [
        { filename: 'a.bin', content: bytes },
        { filename: 'logo.png', content: bytes, cid: 'part1.ABC@example.net', contentType: 'image/png' },
        { filename: `${mailbox}.vcf`, content: `EMAIL:${mailbox}`, contentType: 'text/vcard' },
        { filename: 'smime.p7s', content: bytes, contentType: 'application/pkcs7-signature' },
      ],
    })
    await reply(reverse, content)
    const { content: sent } = await mailTo('bob@bob.dev')
    const { attachments, html } = await parseMessage(sent)
    expect(attachments.map(({ filename, content: file }) => [filename, file.toString('latin1')])).toEqual(
      expect.arrayContaining([
        ['a.bin', bytes.toString('latin1')],
        ['logo.png', bytes.toString('latin1')],
        [`${bed.address.address}.vcf`, `EMAIL:${bed.address.address}`],
      ]),
    )
    expect(attachments).toHaveLength(3)
    const { contentId } = attachments.find(({ filename }) => filename === 'logo.png')!
    expect(html).toBe(`<img src="cid:${contentId}">\n`)
    expect(contentId).toMatch(/@waypost\.test$/)
  })

  test('a reply of many megabytes leaves whole', async () => {
    const { reverse } = await begin()
    const file = Buffer.alloc(3 * 1024 * 1024, 'all work and no play ')
    const attachments = [{ filename: 'large.bin', content: file }]
    await reply(reverse, await writeAsMailbox({ to: reverse, text: 'large', attachments }))
    const { content } = await mailTo('bob@bob.dev')
    const [attached] = (await parseMessage(content)).attachments
    expect(attached!.content.equals(file)).toBe(true)
  })
})

const refused = async (to: string | string[], content: Buffer | string, from?: string) => {
  const before = (await sentEmails()).length
  const error = await reply(to, content, from).then(
    () => undefined,
    (failure: unknown) => failure as { response: string },
  )
  expect((await sentEmails()).length).toBe(before)
  return error?.response
}

describe('a mail that is refused', () => {
  test('mail that is not from the mailbox of the alias is refused, whoever signed it', async () => {
    const { reverse } = await begin()
    expect(await refused(reverse, await testMessage({ isSigned: true }), 'bob@bob.dev')).toMatch(
      /^550 5\.7\.1 Only/,
    )
    const two = `From: ${mailbox}, eve@example.net\r\nSubject: x\r\n\r\nx\r\n`
    expect(await refused(reverse, await signAsMailbox(two))).toMatch(/^550 5\.7\.1 Only/)
  })

  test('mail that only says that it is from the mailbox is refused', async () => {
    const { reverse } = await begin()
    const forged = `From: ${mailbox}\r\nTo: ${reverse}\r\nSubject: x\r\n\r\nx\r\n`
    expect(await refused(reverse, forged)).toMatch(/^550 5\.7\.26 /)
    const changed = (await signAsMailbox(forged)).toString().replace('\r\n\r\nx', '\r\n\r\ny')
    expect(await refused(reverse, changed)).toMatch(/^550 5\.7\.26 /)
  })

  test('mail of a mailbox whose domain has no DMARC policy is refused', async () => {
    const { reverse } = await begin()
    bed.dns.set('_dmarc.example.net', undefined)
    expect(await refused(reverse, await writeAsMailbox({ to: reverse, text: 'x' }))).toMatch(/^550 5\.7\.26 /)
  })

  test('mail is deferred while DNS does not answer', async () => {
    const { reverse } = await begin()
    bed.dns.set('_dmarc.example.net', 'SERVFAIL')
    expect(await refused(reverse, await writeAsMailbox({ to: reverse, text: 'x' }))).toMatch(/^451 /)
  })

  test('automatic replies are refused', async () => {
    const { reverse } = await begin()
    const away = await writeAsMailbox({
      to: reverse,
      text: 'away',
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
    expect(await refused(reverse, away)).toMatch(/^550 5\.7\.1 Automatic/)
    expect(await refused(reverse, away, '')).toMatch(/^550 5\.7\.1 Automatic/)
  })

  test.each([
    ['application/pkcs7-mime', 'S/MIME'],
    ['application/ms-tnef', 'winmail'],
    ['message/rfc822', 'attached mail'],
    ['application/pgp-encrypted', 'PGP'],
  ])('mail with a part of the type %s is refused, since it names the mailbox', async (contentType, words) => {
    const { reverse } = await begin()
    const attachments = [{ filename: 'part', content: 'From: x@example.net\r\n\r\nx', contentType }]
    const content = await writeAsMailbox({ to: reverse, text: 'x', attachments })
    expect(await refused(reverse, content)).toMatch(new RegExp(`^554 5\\.7\\.1 .*${words}`))
  })

  test('a reverse address of an alias that is paused, or of a contact that was deleted, does not exist', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    await execute(sql`update alias.addresses set is_active = false`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.1\.1 /)
    await execute(sql`update alias.addresses set is_active = true`)
    await execute(sql`delete from alias.contacts`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.1\.1 /)
  })

  test('nothing leaves while the rule of the alias is off, or its mailbox is not confirmed', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    await execute(sql`update alias.forwarding_rules set is_active = false`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.7\.1 Only/)
    await execute(sql`update alias.forwarding_rules set is_active = true`)
    await execute(sql`update alias.forwarding_addresses set verified_at = null`)
    expect(await refused(reverse, content)).toMatch(/^550 5\.7\.1 Only/)
  })

  test('an account that may not send, or has no recipient left today, is told so', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    await execute(sql`
      insert into alias.accounts (id, email_verified, created_at) values ('ada', false, now())
      on conflict (id) do update set email_verified = false
    `)
    expect(await refused(reverse, content)).toMatch(/^550 5\.7\.1 Confirm the e-mail address/)
    await execute(sql`update alias.accounts set email_verified = true`)
    await execute(sql`insert into alias.account_limits (account_id, recipients_per_day) values ('ada', 0)`)
    expect(await refused(reverse, content)).toMatch(/^452 4\.7\.1 Daily recipient limit reached/)
  })

  test('a transaction is for contacts of one account, or for aliases', async () => {
    const { reverse } = await begin()
    const content = await writeAsMailbox({ to: reverse, text: 'x' })
    const { accepted, rejected } = await reply([reverse, bed.address.address], content)
    expect([accepted, rejected]).toEqual([[reverse], [bed.address.address]])
  })
})

test('mail of a blocked contact is refused as for an unknown alias, and its owner sees why', async () => {
  const { reverse } = await begin()
  await execute(sql`update alias.contacts set blocked_at = now() where reverse_address = ${reverse}`)
  const content = await testMessage({ isSigned: true })
  const unknown = bed.mail.deliver(bed.address.address, content, 'bounces+1@bob.dev')
  await expect(unknown).rejects.toMatchObject({ response: '550 5.1.1 No such alias' })
  const other = await addAddress(bed.service, 'ada')
  expect((await bed.mail.deliver([bed.address.address, other.address], content)).response).toMatch(/^250 /)
  const answers = await waitFor('the log', async () => {
    const { rows } = await execute(sql`select answer from alias.smtp_log where answer like '550%'`)
    return rows.length > 0 && rows
  })
  expect(answers).toEqual([{ answer: '550 5.1.1 No such alias (it has blocked the sender)' }])
  await execute(sql`update alias.contacts set blocked_at = null`)
  expect((await bed.mail.deliver(bed.address.address, content)).response).toMatch(/^250 /)
})
