import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticityChecker } from '../authenticity/authenticity-checker.ts'
import { CheckerLostError } from '../authenticity/authenticity.ts'
import type { EmailDetail, ListedEmail } from '../emails/email.ts'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestMail, type TestMail } from '../test-mail.ts'
import { createMessageLister } from './list-message.ts'
import { createMessageParser } from './message-parser.ts'
import { openDialogue } from './test-dialogue.ts'
import { readerInProcess } from './test-reader.ts'
import { bombs, bottomless, withAttachments } from './test-messages.ts'

let service: TestApp
let mail: TestMail
let key: { authorization: string }
let time: number | undefined

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time ?? Date.now() })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = undefined
  mail = await startTestMail(service)
  key = await service.key('ada')
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

const list = async (headers = key) => {
  const response = await service.app.inject({ url: '/api/v1/emails', headers })
  return response.json<{ data: ListedEmail[]; total: number }>()
}
const listed = (count = 1, headers = key) =>
  waitFor(`${count} emails`, async () => {
    const { data } = await list(headers)
    return data.length >= count && data
  })
const read = async (id: string) =>
  (await service.app.inject({ url: `/api/v1/emails/${id}`, headers: key })).json<{ data: EmailDetail }>().data
const raw = async (id: string) =>
  (await service.app.inject({ url: `/api/v1/emails/${id}/raw`, headers: key })).rawPayload
const request = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  service.app.inject({ method, url: `/api/v1${path}`, headers: key, ...(payload && { payload }) })
const count = async (table: string) => {
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute<{ count: string }>(sql`select count(*) from ${sql.raw(`alias.${table}`)}`)
  return Number(rows[0]!.count)
}

const onlyMessage = async () => {
  const owner = service.database.connectAsOwner().db
  const { rows } = await owner.execute<{ id: string }>(sql`select id from alias.messages`)
  return rows[0]!.id
}

const refused = async (address: string) => {
  await expect(mail.deliver(address, hello)).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringContaining('550 5.1.1 '),
  })
  expect(await count('messages')).toBe(0)
}

const author = 'From: bob@example.net\r\n'
const longMessage = (bytes: number) => Buffer.from(`${author}\r\n`.padEnd(bytes - 2, 'x') + '\r\n')

const hello = [
  'From: "Bob B\u00f6hm" <Bob@example.net>',
  'To: somebody else <else@example.org>',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Sch\u00f6nen Tag!',
  '.dots',
  '',
].join('\r\n')

/** What is said at the end of a message for an alias. */
const sayAll = async (content: string) => {
  const { address } = await addAddress(service, 'ada')
  const dialogue = await openDialogue(mail.smtpPort)
  for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
    await dialogue.say(line)
  const answer = await dialogue.say(`${content}\r\n.`)
  dialogue.end()
  return answer
}

describe('mail for a live alias', () => {
  test('is listed as the contract has it, and is there byte for byte', async () => {
    await mail.workArrivals()
    const address = await addAddress(service, 'ada')
    await mail.deliver(address.address, hello)
    const [email] = await listed()
    expect(email).toEqual({
      id: expect.any(String),
      addressId: address.id,
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
    expect((await raw(email!.id)).toString()).toBe(hello)
    expect((await list()).total).toBe(1)
  })

  test('is committed before it is answered 250, and listed later where nobody could read it at once', async () => {
    const address = await addAddress(service, 'ada')
    const { response } = await mail.deliver(address.address, hello)
    expect(response).toMatch(/^250 /)
    expect([await count('messages'), await count('arrivals'), await count('emails')]).toEqual([1, 1, 0])
    expect((await list()).total).toBe(0)
    await mail.workArrivals()
    expect(await listed()).toHaveLength(1)
    expect(await count('arrivals')).toBe(0)
  })

  test('is published to a webhook that wants it, together with its listing', async () => {
    await mail.workArrivals()
    const address = await addAddress(service, 'ada')
    await request('POST', '/webhooks', { url: 'https://example.com/', events: ['email.received'] })
    await mail.deliver(address.address, hello)
    const [email] = await listed()
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

  test('is taken whatever the case of its address', async () => {
    await mail.workArrivals()
    const address = await addAddress(service, 'ada', { address: 'shop@waypost.test' })
    await mail.deliver('SHOP@WayPost.Test', hello)
    expect((await listed())[0]).toMatchObject({ addressId: address.id, to: 'shop@waypost.test' })
  })

  test('is taken from nobody, as bounces are', async () => {
    await mail.workArrivals()
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, `${author}Subject: Undeliverable\r\n\r\nx\r\n`, '')
    expect((await listed())[0]).toMatchObject({ from: 'bob@example.net', subject: 'Undeliverable' })
  })

  test('brings its attachments, the inline ones told apart', async () => {
    await mail.workArrivals()
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, withAttachments)
    const [email] = await listed()
    expect(email).toMatchObject({
      hasAttachments: true,
      bodyText: 'see\n',
      bodyHtml: '<img src="cid:logo@x">\n',
    })
    const { attachments } = await read(email!.id)
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
    const file = await service.app.inject({
      url: `/api/v1/emails/${email!.id}/attachments/${attachments[1]!.id}`,
      headers: key,
    })
    expect(file.rawPayload.toString()).toBe('%PDF-')
  })
})

describe('a message for several', () => {
  test('is listed for each of them once, whoever they belong to, and kept once', async () => {
    await mail.workArrivals()
    const [one, two] = [await addAddress(service, 'ada'), await addAddress(service, 'ada')]
    const other = await addAddress(service, 'bob')
    await mail.deliver([one.address, two.address, one.address.toUpperCase(), other.address], hello)
    const emails = await listed(2)
    expect(new Set(emails.map(({ addressId }) => addressId))).toEqual(new Set([one.id, two.id]))
    expect(await listed(1, await service.person('bob'))).toMatchObject([{ addressId: other.id }])
    expect([await count('emails'), await count('messages')]).toEqual([3, 1])
  })

  test('is taken for those that live, and refused for the others by name', async () => {
    await mail.workArrivals()
    const { address } = await addAddress(service, 'ada')
    const outcome = await mail.deliver([address, 'nobody@waypost.test'], hello)
    expect(outcome).toMatchObject({ accepted: [address], rejected: ['nobody@waypost.test'] })
    expect(await listed()).toHaveLength(1)
  })
})

describe('550 5.1.1 is what is said of an alias that', () => {
  test('there never was', () => refused('nobody@waypost.test'))
  test('is no address', () => refused('nobody@[127.0.0.1]'))

  test('has expired this moment', async () => {
    const { address, expiresAt } = await addAddress(service, 'ada')
    time = expiresAt.getTime()
    await refused(address)
  })

  test('is paused, until it goes on', async () => {
    const { id, address } = await addAddress(service, 'ada')
    await request('PATCH', `/addresses/${id}`, { isActive: false })
    await refused(address)
    await request('PATCH', `/addresses/${id}`, { isActive: true })
    expect((await mail.deliver(address, hello)).accepted).toEqual([address])
  })

  test('was deleted', async () => {
    const { id, address } = await addAddress(service, 'ada')
    await request('DELETE', `/addresses/${id}`)
    await refused(address)
  })

  test.each(['pending', 'gone'])('is on a domain of its owner’s that is %s', async (state) => {
    const { rows } = await service.database.connectAsOwner().db.execute<{ id: string }>(sql`
      insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
      values (uuidv7(), 'live:ada', 'ada.example', 'pending', 'x', now()) returning id
    `)
    const domainId = rows[0]!.id
    const { address } = await addAddress(service, 'ada', {
      domainId,
      address: 'x@ada.example',
      domain: 'ada.example',
    })
    if (state === 'gone')
      await service.database
        .connectAsOwner()
        .db.execute(sql`delete from alias.domains where id = ${domainId}`)
    await refused(address)
    if (state === 'gone') return
    await service.database.connectAsOwner().db.execute(sql`update alias.domains set status = 'verified'`)
    expect((await mail.deliver(address, hello)).accepted).toEqual([address])
  })
})

describe('an alias that dies between RCPT and the end of DATA', () => {
  test('is refused then', async () => {
    const { address, expiresAt } = await addAddress(service, 'ada')
    const dialogue = await openDialogue(mail.smtpPort)
    for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
      await dialogue.say(line)
    time = expiresAt.getTime()
    expect(await dialogue.say(`${author}\r\nlate\r\n.`)).toMatch(/^550 5\.1\.1 /)
    dialogue.end()
    expect([await count('messages'), await count('arrivals')]).toEqual([0, 0])
  })

  test('takes its mail with it where it was accepted and not listed yet', async () => {
    const { id, address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    await request('DELETE', `/addresses/${id}`)
    await mail.workArrivals()
    await waitFor(
      'nothing to be left',
      async () => (await count('messages')) + (await count('arrivals')) === 0,
    )
    expect(await count('emails')).toBe(0)
  })
})

describe('what may mean one thing here and another elsewhere is refused', () => {
  // Each is the end of a message to some server.
  test.each(['\n.\n', '\n.\r\n', '\r.\r', '\r.\r\n', '\r\n.\n', '\r\n.\r', '\r\n\0.\n', '\n\r.\r\n'])(
    'a second message behind %j',
    async (end) => {
      const second =
        'MAIL FROM:<ceo@example.org>\r\nRCPT TO:<x@waypost.test>\r\nDATA\r\nFrom: ceo@example.org'
      expect(await sayAll(`${author}\r\nfirst${end}${second}\r\n\r\nsecond`)).toMatch(/^554 5\.6\.0 .*CRLF/)
      expect(await count('messages')).toBe(0)
    },
  )
  test('a bare newline in the header', async () => {
    expect(await sayAll(`Subject: x\n${author}\r\nx`)).toMatch(/^554 5\.6\.0 .*CRLF/)
  })
  test.each([
    ['no author', 'Subject: x\r\n\r\nFrom: bob@example.net'],
    ['an author in the body', '\r\nFrom: bob@example.net'],
    ['two authors', `${author}Subject: x\r\nfrom: eve@example.net\r\n\r\nx`],
    ['two authors, one behind a space', `${author}From : eve@example.net\r\n\r\nx`],
    ['an author inside another field', 'Subject: x\r\n From: bob@example.net\r\n\r\nx'],
  ])('%s', async (_what, content) => {
    expect(await sayAll(content)).toMatch(/^554 5\.6\.0 .*From/)
    expect(await count('messages')).toBe(0)
  })
  test('a field that only begins like one is none', async () => {
    expect(await sayAll(`From-Nowhere: x\r\n${author}X-From: x\r\n\r\nx`)).toMatch(/^250 /)
  })
})

describe('size', () => {
  const limit = 25 * 1024 * 1024
  test('25 MiB are taken, one more is not, whether it is announced or not', async () => {
    const { address } = await addAddress(service, 'ada')
    expect((await mail.deliver(address, longMessage(limit))).accepted).toEqual([address])
    await expect(mail.deliver(address, longMessage(limit + 1))).rejects.toMatchObject({ responseCode: 552 })
    const dialogue = await openDialogue(mail.smtpPort)
    await dialogue.say('EHLO x')
    expect(await dialogue.say(`MAIL FROM:<bob@example.net> SIZE=${limit + 1}`)).toMatch(/^552 /)
    dialogue.end()
    expect(await count('messages')).toBe(1)
  })
})

const refuseAll = () => Promise.reject(new Error('too much'))

describe('a message that cannot be parsed', () => {
  test('is kept, listed with what its header says, and published', async () => {
    await mail.workArrivals()
    const { address, id } = await addAddress(service, 'ada')
    await request('POST', '/webhooks', { url: 'https://example.com/', events: ['email.received'] })
    await mail.deliver(address, bottomless)
    const [email] = await listed()
    expect(email).toMatchObject({
      addressId: id,
      from: 'bob@example.net',
      subject: 'deep',
      bodyText: '',
      bodyHtml: '',
    })
    expect((await raw(email!.id)).toString()).toBe(bottomless)
    expect(await count('deliveries')).toBe(1)
  })

  test.each([
    ['forged where it is made so that it cannot be', new Error('no message'), 'forged'],
    ['unknown where it perhaps can be later', new CheckerLostError('killed'), 'unknown'],
  ])('whose author cannot be checked is listed, as %s', async (_what, error, verdict) => {
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    const reader = { ...readerInProcess, check: () => Promise.reject(error) }
    await createMessageLister(mail.services, reader)(await onlyMessage(), () => {})
    const [email] = await listed()
    expect(await read(email!.id)).toMatchObject({
      bodyText: 'Sch\u00f6nen Tag!\n.dots\n',
      authentication: { verdict },
    })
  })

  test('is listed with what its envelope says where even its header is too much', async () => {
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    const id = await onlyMessage()
    const refuse = { parse: refuseAll, parseLarge: refuseAll, check: mail.checker.check }
    await createMessageLister(mail.services, refuse)(id, () => {})
    expect(await listed()).toMatchObject([
      { from: 'bob@example.net', fromName: '', subject: '', bodyText: '' },
    ])
  })

  test('a bomb is listed, and costs this process nothing', { timeout: 60_000 }, async () => {
    const parser = createMessageParser({ processes: 2, timeoutMs: 1000, memoryMiB: 256 })
    const checker = createAuthenticityChecker(service.services.dns, { timeoutMs: 1000, memoryMiB: 256 })
    const { address } = await addAddress(service, 'ada')
    // Whoever sends them is this process, too, and not what is looked at.
    for (const bomb of bombs) await mail.deliver(address, bomb)
    const before = process.cpuUsage()
    await mail.workArrivals({ ...parser, check: checker.check })
    // Large ones are read one after the other.
    for (let number = 1; number < bombs.length; number += 1) await listed(number)
    const emails = await listed(bombs.length)
    const { user, system } = process.cpuUsage(before)
    await Promise.all([parser.close(), checker.close()])
    expect(emails.map(({ subject }) => subject)).toEqual(bombs.map(() => 'bomb'))
    // To read them takes over twenty seconds of processor, which a busy machine does not make longer.
    expect((user + system) / 1e6).toBeLessThan(3)
    for (const [index, { id }] of emails.toReversed().entries())
      expect((await raw(id)).equals(bombs[index]!)).toBe(true)
  })

  test.each([
    ['an author without an address', 'From: \r\n\r\n'],
    ['NUL and broken characters', 'From: a\r\nSubject: a\0b =?utf-8?q?=ED=A0=80?=\r\n\r\n\0\r\n'],
    ['a header without end', `${author}Subject: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'a character set that nobody knows',
      `${author}Content-Type: text/plain; charset=martian\r\n\r\nhello\r\n`,
    ],
  ])('%s is listed all the same', async (_what, content) => {
    await mail.workArrivals()
    const { address } = await addAddress(service, 'ada')
    await mail.deliver(address, content)
    expect(await listed()).toHaveLength(1)
  })
})

test('a message is listed once, however often its job is done and by however many', async () => {
  const { address } = await addAddress(service, 'ada')
  await mail.deliver(address, hello)
  const id = await onlyMessage()
  const again = () =>
    createMessageLister(mail.services, { ...readerInProcess, check: mail.checker.check })(id, () => {})
  await Promise.all([again(), again(), again()])
  await again()
  expect([await count('emails'), await count('messages')]).toEqual([1, 1])
})

test('while the database does not answer, mail is put off and not lost', async () => {
  const { address } = await addAddress(service, 'ada')
  const dialogue = await openDialogue(mail.smtpPort)
  for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
    await dialogue.say(line)
  const owner = service.database.connectAsOwner().db
  await owner.execute(sql`revoke insert on alias.messages from waypost_alias_mail`)
  expect(await dialogue.say(`${author}\r\nx\r\n.`)).toMatch(/^451 4\.3\.0 /)
  await owner.execute(sql`grant insert on alias.messages to waypost_alias_mail`)
  expect([await count('messages'), await count('arrivals')]).toEqual([0, 0])
  for (const line of ['MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA']) await dialogue.say(line)
  expect(await dialogue.say(`${author}\r\nx\r\n.`)).toMatch(/^250 /)
  dialogue.end()
})

test('what a test alias receives only test keys see', async () => {
  await mail.workArrivals()
  const { address } = await addAddress(service, 'ada', { mode: 'test' })
  await mail.deliver(address, hello)
  expect(await listed(1, await service.key('ada', { mode: 'test' }))).toHaveLength(1)
  expect((await list()).total).toBe(0)
})
