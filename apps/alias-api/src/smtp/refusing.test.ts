import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { openDialogue } from './test-dialogue.ts'
import { openMailbox } from './test-mailbox.ts'
import { author, hello } from './test-messages.ts'

let service: TestApp
let mail: TestMail
let time: number | undefined
let box: Awaited<ReturnType<typeof openMailbox>>

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time ?? Date.now() })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = undefined
  mail = await startTestMail(service)
  box = await openMailbox(service)
})
afterEach(async () => {
  await mail.close()
  await service.empty()
})

const refused = async (address: string) => {
  await expect(mail.deliver(address, hello)).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringContaining('550 5.1.1 '),
  })
  expect(await box.count('messages')).toBe(0)
}

const longMessage = (bytes: number) => Buffer.from(`${author}\r\n`.padEnd(bytes - 2, 'x') + '\r\n')

const withFile = (bytes: number) =>
  Buffer.from(
    `${author}Content-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
  )

/** The answer at the end of a message for an alias. */
const answerTo = async (content: string) => {
  const { address } = await addAddress(service, 'ada')
  const dialogue = await openDialogue(mail.smtpPort)
  for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
    await dialogue.send(line)
  const answer = await dialogue.send(`${content}\r\n.`)
  dialogue.end()
  return answer
}
describe('the answer is 550 5.1.1 for an alias that', () => {
  test('never existed', () => refused('nobody@waypost.test'))
  test('is not an address', () => refused('nobody@[127.0.0.1]'))

  test('has just expired', async () => {
    const { address, expiresAt } = await addAddress(service, 'ada')
    time = expiresAt.getTime()
    await refused(address)
  })

  test('is paused, until it is resumed', async () => {
    const { id, address } = await addAddress(service, 'ada')
    await box.request('PATCH', `/addresses/${id}`, { isActive: false })
    await refused(address)
    await box.request('PATCH', `/addresses/${id}`, { isActive: true })
    expect((await mail.deliver(address, hello)).accepted).toEqual([address])
  })

  test('was deleted', async () => {
    const { id, address } = await addAddress(service, 'ada')
    await box.request('DELETE', `/addresses/${id}`)
    await refused(address)
  })

  test.each(['pending', 'gone'])('is on a custom domain that is %s', async (state) => {
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

describe('an alias that expires between RCPT and the end of DATA', () => {
  test('an alias that expires between RCPT and the end of DATA gets no mail', async () => {
    const { address, expiresAt } = await addAddress(service, 'ada')
    const dialogue = await openDialogue(mail.smtpPort)
    for (const line of ['EHLO x', 'MAIL FROM:<bob@example.net>', `RCPT TO:<${address}>`, 'DATA'])
      await dialogue.send(line)
    time = expiresAt.getTime()
    expect(await dialogue.send(`${author}\r\nlate\r\n.`)).toMatch(/^550 5\.1\.1 /)
    dialogue.end()
    expect([await box.count('messages'), await box.count('inbound_messages')]).toEqual([0, 0])
  })

  test('deleting an alias deletes mail that was accepted for it and not listed yet', async () => {
    const { id, address } = await addAddress(service, 'ada')
    await mail.deliver(address, hello)
    await box.request('DELETE', `/addresses/${id}`)
    await mail.startInboundWorker()
    await waitFor(
      'nothing to be left',
      async () => (await box.count('messages')) + (await box.count('inbound_messages')) === 0,
    )
    expect(await box.count('emails')).toBe(0)
  })
})

describe('a message that other servers may read differently is refused', () => {
  // Some server takes each of these for the end of a message.
  test.each(['\n.\n', '\n.\r\n', '\r.\r', '\r.\r\n', '\r\n.\n', '\r\n.\r', '\r\n\0.\n', '\n\r.\r\n'])(
    'refuses a second message behind %j',
    async (end) => {
      const second =
        'MAIL FROM:<ceo@example.org>\r\nRCPT TO:<x@waypost.test>\r\nDATA\r\nFrom: ceo@example.org'
      expect(await answerTo(`${author}\r\nfirst${end}${second}\r\n\r\nsecond`)).toMatch(/^554 5\.6\.0 .*CRLF/)
      expect(await box.count('messages')).toBe(0)
    },
  )
  test('refuses a bare newline in the header', async () => {
    expect(await answerTo(`Subject: x\n${author}\r\nx`)).toMatch(/^554 5\.6\.0 .*CRLF/)
  })
  test.each([
    ['no author', 'Subject: x\r\n\r\nFrom: bob@example.net'],
    ['an author in the body', '\r\nFrom: bob@example.net'],
    ['two authors', `${author}Subject: x\r\nfrom: eve@example.net\r\n\r\nx`],
    ['two authors, one behind a space', `${author}From : eve@example.net\r\n\r\nx`],
    ['an author inside another field', 'Subject: x\r\n From: bob@example.net\r\n\r\nx'],
  ])('refuses a message with %s', async (_what, content) => {
    expect(await answerTo(content)).toMatch(/^554 5\.6\.0 .*From/)
    expect(await box.count('messages')).toBe(0)
  })
  test('a field whose name only begins with From is not an author', async () => {
    expect(await answerTo(`From-Nowhere: x\r\n${author}X-From: x\r\n\r\nx`)).toMatch(/^250 /)
  })
})

describe('message size', () => {
  const limit = 25 * 1024 * 1024
  const announced = 36 * 1024 * 1024
  test('25 MiB are accepted and one byte more is refused', async () => {
    const { address } = await addAddress(service, 'ada')
    expect((await mail.deliver(address, longMessage(limit))).accepted).toEqual([address])
    await expect(mail.deliver(address, longMessage(limit + 1))).rejects.toMatchObject({ responseCode: 552 })
    expect(await box.count('messages')).toBe(1)
  })
  test('a file of 25 MB is accepted in base64, and one of more than 25 MiB refused', async () => {
    const { address } = await addAddress(service, 'ada')
    expect((await mail.deliver(address, withFile(25_000_000))).accepted).toEqual([address])
    await expect(mail.deliver(address, withFile(limit))).rejects.toMatchObject({ responseCode: 552 })
    expect(await box.count('messages')).toBe(1)
  })
  test('a message that is announced to be larger than any can be is refused before it is sent', async () => {
    const dialogue = await openDialogue(mail.smtpPort)
    await dialogue.send('EHLO x')
    expect(await dialogue.send(`MAIL FROM:<bob@example.net> SIZE=${announced}`)).toMatch(/^250 /)
    await dialogue.send('RSET')
    expect(await dialogue.send(`MAIL FROM:<bob@example.net> SIZE=${announced + 1}`)).toMatch(/^552 /)
    dialogue.end()
  })
})
