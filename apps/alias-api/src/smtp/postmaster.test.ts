import { sql } from 'drizzle-orm'
import { startMailSink, waitFor, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { parseMessage } from '../parsing/parse-message.ts'

let service: TestApp
let mail: TestMail
let sink: MailSink

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  sink = await startMailSink()
  mail = await startTestMail(service)
  await mail.startSendWorker(sink.url)
})
afterEach(async () => {
  await mail.close()
  await sink.close()
  await service.empty()
})

const testMessage = 'From: Eve <eve@example.org>\r\nSubject: spam\r\n\r\nfrom you\r\n'

test('mail to postmaster or abuse of any hosted domain is forwarded to the postmaster’s mailbox', async () => {
  await service.database.connectAsOwner().db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
    values (uuidv7(), 'live:ada', 'ada.example', 'verified', 'x', now()), (uuidv7(), 'live:bob', 'bob.example', 'pending', 'x', now())
  `)
  const roles = [
    'postmaster@waypost.test',
    'ABUSE@pool.test',
    'Postmaster@Ada.example',
    'abuse@mx.waypost.test',
    'postmaster',
  ]
  for (const role of roles) await mail.deliver(role, testMessage)
  for (const { from, to, content } of await sink.waitForMails(roles.length)) {
    expect([from, to]).toEqual(['', ['operator@example.net']])
    expect(await parseMessage(content)).toMatchObject({
      from: expect.stringMatching(/^(?:postmaster|abuse)@/),
      fromName: 'bob@example.net via Waypost',
      subject: 'spam',
    })
    expect(content.toString()).toMatch(/^Reply-To: Eve <eve@example\.org>\r$/m)
  }
  await expect(mail.deliver('postmaster@bob.example', testMessage)).rejects.toMatchObject({
    responseCode: 550,
  })
  await expect(mail.deliver('postmaster@example.net', testMessage)).rejects.toMatchObject({
    responseCode: 550,
  })
})

test('role addresses of a customer’s domain are read by its owner, those of certificate authorities too', async () => {
  await service.database.connectAsOwner().db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
    values (uuidv7(), 'live:ada', 'ada.example', 'verified', 'x', now()), (uuidv7(), 'live:bob', 'bob.example', 'verified', 'x', now())
  `)
  await service.database.connectAsOwner().db.execute(sql`
    insert into alias.accounts (id, email, email_verified, created_at)
    values ('ada', 'ada@home.example', true, now()), ('bob', 'bob@home.example', false, now())
  `)
  const roles = ['postmaster', 'abuse', 'admin', 'administrator', 'hostmaster', 'webmaster']
  for (const name of roles) await mail.deliver(`${name}@ada.example`, testMessage)
  expect((await sink.waitForMails(roles.length)).flatMap(({ to }) => to)).toEqual(
    roles.map(() => 'ada@home.example'),
  )
  // Whose address nobody has confirmed may be somebody else's.
  await mail.deliver('abuse@bob.example', testMessage)
  expect((await sink.waitForMails(roles.length + 1)).at(-1)!.to).toEqual(['operator@example.net'])
  for (const refused of ['admin@bob.example', 'admin@waypost.test', 'info@ada.example'])
    await expect(mail.deliver(refused, testMessage)).rejects.toMatchObject({ responseCode: 550 })
})

test('an alias that has the name of a role receives its mail, and nobody else does', async () => {
  const { address } = await addAddress(service, 'ada', {
    address: 'admin@ada.example',
    domain: 'ada.example',
  })
  await mail.deliver(address, testMessage)
  const { db } = service.database.connectAsOwner()
  expect((await db.execute(sql`select from alias.inbound_messages`)).rowCount).toBe(1)
  expect((await db.execute(sql`select from alias.outbound_messages`)).rowCount).toBe(0)
})

test('a message for an alias and several role addresses reaches both, the postmaster once', async () => {
  const { address } = await addAddress(service, 'ada')
  await mail.deliver([address, 'postmaster@waypost.test', 'abuse@waypost.test'], testMessage)
  const count = async (table: string) => {
    const { db } = service.database.connectAsOwner()
    return (await db.execute(sql`select from ${sql.raw(`alias.${table}`)}`)).rowCount
  }
  await waitFor('all to have left', async () => (await count('outbound_messages')) === 0)
  expect([await count('inbound_messages'), sink.mails.length]).toEqual([1, 1])
})

test('a message that loops back to the postmaster is refused', async () => {
  const returned = `X-Waypost-Alias: postmaster@waypost.test\r\n${testMessage}`
  await expect(mail.deliver('postmaster@waypost.test', returned)).rejects.toMatchObject({ responseCode: 550 })
})
