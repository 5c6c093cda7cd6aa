import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { field, openReplyBed } from './test-reply-bed.ts'
import { mailbox, writeAsMailbox } from './test-replies.ts'

const { bed, read, receive, execute, mailTo, begin, reply, sentEmails } = openReplyBed()

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
