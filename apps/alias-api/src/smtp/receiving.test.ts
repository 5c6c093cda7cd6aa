import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { createMessageLister } from '../inbound/list-message.ts'
import { openDialogue } from './test-dialogue.ts'
import { openMailbox } from './test-mailbox.ts'
import { author, hello, withAttachments } from './test-messages.ts'
import { readerInProcess } from '../parsing/test-reader.ts'

let service: TestApp
let mail: TestMail
let box: Awaited<ReturnType<typeof openMailbox>>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  mail = await startTestMail(service)
  box = await openMailbox(service)
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

describe('mail for a live alias', () => {
  test('mail for a live alias is listed in the form of the contract, and its raw content is byte for byte the same', async () => {
    await mail.startInboundWorker()
    const address = await addAddress(service, 'ada')
    await mail.deliver(address.address, hello)
    const [email] = await box.listed()
    expect(email).toEqual({
      id: expect.any(String),
      addressId: address.id,
      threadId: expect.any(String),
      type: 'received',
      from: 'Bob@example.net',
      fromName: 'Bob B\u00f6hm',
      to: address.address,
      subject: 'Gr\u00fc\u00dfe',
      bodyText: 'Sch\u00f6nen Tag!\n.dots\n',
      bodyHtml: '',
      isRead: false,
      isStarred: false,
      receivedAt: expect.stringMatching(/Z$/),
      hasAttachments: false,
    })
    expect((await box.download(`${email!.id}/raw`)).toString()).toBe(hello)
    expect((await box.list()).total).toBe(1)
  })

  test('mail is committed before it is answered 250, and listed later where it could not be parsed at once', async () => {
    const address = await addAddress(service, 'ada')
    const { response } = await mail.deliver(address.address, hello)
    expect(response).toMatch(/^250 /)
    expect([
      await box.count('messages'),
      await box.count('inbound_messages'),
      await box.count('emails'),
    ]).toEqual([1, 1, 0])
    expect((await box.list()).total).toBe(0)
    await mail.startInboundWorker()
    expect(await box.listed()).toHaveLength(1)
    expect(await box.count('inbound_messages')).toBe(0)
  })

  test('mail is published to a subscribed webhook in the transaction that lists it', async () => {
    await mail.startInboundWorker()
    const address = await addAddress(service, 'ada')
    await box.request('POST', '/webhooks', { url: 'https://example.com/', events: ['email.received'] })
    await mail.deliver(address.address, hello)
    const [email] = await box.listed()
    const { rows } = await service.database
      .connectAsOwner()
      .db.execute<{ body: string; status: string }>(sql`select body, status from alias.deliveries`)
    expect(rows.map(({ status, body }) => [status, JSON.parse(body)])).toEqual([
      [
        'pending',
        {
          event: 'email.received',
          timestamp: expect.any(Number),
          data: {
            emailId: email!.id,
            addressId: address.id,
            from: 'Bob@example.net',
            subject: 'Grüße',
            receivedAt: email!.receivedAt,
          },
        },
      ],
    ])
  })

  test('mail is accepted whatever the case of its address', async () => {
    await mail.startInboundWorker()
    const address = await addAddress(service, 'ada', { address: 'shop@waypost.test' })
    await mail.deliver('SHOP@WayPost.Test', hello)
    expect((await box.listed())[0]).toMatchObject({ addressId: address.id, to: 'shop@waypost.test' })
  })

  test('mail to the name of an alias with a plus and anything after it comes to the alias', async () => {
    await mail.startInboundWorker()
    const address = await addAddress(service, 'ada', { address: 'shop@waypost.test' })
    await mail.deliver('shop+summer@waypost.test', hello)
    expect((await box.listed())[0]).toMatchObject({ addressId: address.id, to: 'shop@waypost.test' })
    await expect(mail.deliver('shop-summer@waypost.test', hello)).rejects.toMatchObject({ responseCode: 550 })
  })

  test('mail with a null sender, such as a bounce, is accepted', async () => {
    await mail.startInboundWorker()
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, `${author}Subject: Undeliverable\r\n\r\nx\r\n`, '')
    expect((await box.listed())[0]).toMatchObject({ from: 'bob@example.net', subject: 'Undeliverable' })
  })

  test('mail is listed with its attachments, and inline ones are marked', async () => {
    await mail.startInboundWorker()
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, withAttachments)
    const [email] = await box.listed()
    expect(email).toMatchObject({
      hasAttachments: true,
      bodyText: 'see\n',
      bodyHtml: '<img src="cid:logo@x">\n',
    })
    const { attachments } = await box.read(email!.id)
    expect(attachments).toEqual([
      {
        id: expect.any(String),
        filename: 'logo.png',
        contentType: 'image/png',
        size: 4,
        contentId: 'logo@x',
        inline: true,
      },
      {
        id: expect.any(String),
        filename: 'r\u00e9sum\u00e9.pdf',
        contentType: 'application/pdf',
        size: 5,
        contentId: null,
        inline: false,
      },
    ])
    const file = await box.download(`${email!.id}/attachments/${attachments[1]!.id}`)
    expect(file.toString()).toBe('%PDF-')
  })
})

describe('a message for several aliases', () => {
  test('a message for several aliases is listed once for each, whoever owns them, and stored once', async () => {
    await mail.startInboundWorker()
    const [one, two] = [await addAddress(service, 'ada'), await addAddress(service, 'ada')]
    const other = await addAddress(service, 'bob')
    await mail.deliver([one.address, two.address, one.address.toUpperCase(), other.address], hello)
    const emails = await box.listed(2)
    expect(new Set(emails.map(({ addressId }) => addressId))).toEqual(new Set([one.id, two.id]))
    expect(await box.listed(1, await service.person('bob'))).toMatchObject([{ addressId: other.id }])
    expect([await box.count('emails'), await box.count('messages')]).toEqual([3, 1])
  })

  test('a message is accepted for live aliases and refused for the other recipients individually', async () => {
    await mail.startInboundWorker()
    const { address } = await addAddress(service, 'ada')
    const outcome = await mail.deliver([address, 'nobody@waypost.test'], hello)
    expect(outcome).toMatchObject({ accepted: [address], rejected: ['nobody@waypost.test'] })
    expect(await box.listed()).toHaveLength(1)
  })
})

test('a message is listed once, however often and by however many processes its job runs', async () => {
  const { address } = await addAddress(service, 'ada')
  await mail.deliver(address, hello)
  const id = await box.findMessage()
  const again = () =>
    createMessageLister(mail.services, { ...readerInProcess, check: mail.checker.check })(id, () => {})
  await Promise.all([again(), again(), again()])
  await again()
  expect([await box.count('emails'), await box.count('messages')]).toEqual([1, 1])
})

test('mail is deferred and not lost while the database does not answer', async () => {
  const { address } = await addAddress(service, 'ada')
  const dialogue = await openDialogue(mail.smtpPort)
  for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
    await dialogue.send(line)
  const owner = service.database.connectAsOwner().db
  await owner.execute(sql`revoke insert on alias.messages from waypost_alias_mail`)
  expect(await dialogue.send(`${author}\r\nx\r\n.`)).toMatch(/^451 4\.3\.0 /)
  await owner.execute(sql`grant insert on alias.messages to waypost_alias_mail`)
  expect([await box.count('messages'), await box.count('inbound_messages')]).toEqual([0, 0])
  for (const line of ['MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
    await dialogue.send(line)
  expect(await dialogue.send(`${author}\r\nx\r\n.`)).toMatch(/^250 /)
  dialogue.end()
})

test('only test keys see what a test alias receives', async () => {
  await mail.startInboundWorker()
  const { address } = await addAddress(service, 'ada', { mode: 'test' })
  await mail.deliver(address, hello)
  expect(await box.listed(1, await service.key('ada', { mode: 'test' }))).toHaveLength(1)
  expect((await box.list()).total).toBe(0)
})
