import { systemClock, type Clock } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import { openDialogue, type Dialogue } from './test-dialogue.ts'

const limits = { connections: 2, unknownRecipients: 3 }

let service: TestApp
let mail: TestMail
let address: string
let time = Date.now()
const dialogues: Dialogue[] = []

beforeAll(async () => {
  const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => time })
  service = await startTestApp({ clock })
})
afterAll(() => service.close())
beforeEach(async () => {
  time = Date.now()
  mail = await startTestMail(service, { limits })
  ;({ address } = await addAddress(service, 'ada', { address: 'shop.k3@waypost.test' }))
})
afterEach(async () => {
  for (const dialogue of dialogues.splice(0)) dialogue.end()
  await mail.close()
  await service.empty()
})

const connect = async () => {
  const dialogue = await openDialogue(mail.smtpPort)
  dialogues.push(dialogue)
  return dialogue
}
const begin = async () => {
  const dialogue = await connect()
  await dialogue.send('EHLO x')
  await dialogue.send('MAIL FROM:<bob@example.net>')
  return dialogue
}
const recipient = (dialogue: Dialogue, path: string) => dialogue.send(`RCPT TO:${path}`)

test('a flood of mail to one account is put off, and another account receives its mail', async () => {
  await mail.close()
  mail = await startTestMail(service, { mailsPerMinute: 6 })
  const { address: another } = await addAddress(service, 'bob', { address: 'bank.k3@waypost.test' })
  const dialogue = await begin()
  const to = () => recipient(dialogue, `<${address}>`)
  expect([await to(), await to(), await to()]).toEqual(Array(3).fill(expect.stringMatching(/^250 /)))
  expect(await to()).toMatch(/^450 4\.2\.1 /)
  expect(await recipient(dialogue, `<${another}>`)).toMatch(/^250 /)
  time += 10_000
  expect(await to()).toMatch(/^250 /)
})

test('the size of a mail counts once, however often its client names the alias', async () => {
  await mail.close()
  mail = await startTestMail(service, { mailsPerMinute: 20 })
  const dialogue = await begin()
  const to = () => recipient(dialogue, `<${address}>`)
  expect([await to(), await to(), await to()]).toEqual(Array(3).fill(expect.stringMatching(/^250 /)))
  await dialogue.send('DATA')
  // Two more of the ten that are admitted at once.
  expect(await dialogue.send(`From: bob@example.net\r\n\r\n${'x\r\n'.repeat(84_000)}.`)).toMatch(/^250 /)
  await dialogue.send('MAIL FROM:<bob@example.net>')
  for (let left = 5; left > 0; left -= 1) expect(await to()).toMatch(/^250 /)
  expect(await to()).toMatch(/^450 4\.2\.1 /)
})

test('clients that hold all connections keep nobody else out', async () => {
  await mail.close()
  mail = await startTestMail(service, { limits: { ...limits, connections: 100 }, maxClients: 4 })
  const held = [await connect(), await connect(), await connect(), await connect()]
  const closed = held[0]!.nextLine()
  const dialogue = await openDialogue(mail.smtpPort, '127.0.0.9')
  dialogues.push(dialogue)
  expect(dialogue.greeting).toMatch(/^220 /)
  expect(await closed).toMatch(/^421 4\.3\.2 /)
  await dialogue.send('EHLO x')
  await dialogue.send('MAIL FROM:<bob@example.net>')
  expect(await recipient(dialogue, `<${address}>`)).toMatch(/^250 /)
})

describe('one client', () => {
  test('a client has a limited number of concurrent connections, and gets another when it has closed one', async () => {
    const [first] = [await connect(), await connect()]
    expect((await connect()).greeting).toMatch(/^421 4\.7\.0 /)
    first.end()
    await waitFor('another connection', async () => (await connect()).greeting.startsWith('220 '))
  })

  test('a client that sends a byte now and then for half an hour is disconnected', async () => {
    const dialogue = await begin()
    time += 31 * 60_000
    expect(await dialogue.nextLine()).toMatch(/^421 4\.4\.2 /)
  })

  test('a client with many unknown recipients is put off for further ones only', async () => {
    const dialogue = await begin()
    for (const unknown of ['a', 'b', 'c'])
      expect(await recipient(dialogue, `<${unknown}@waypost.test>`)).toMatch(/^550 5\.1\.1 /)
    expect(await recipient(dialogue, '<d@waypost.test>')).toMatch(/^450 4\.7\.1 /)
    expect(await recipient(dialogue, `<${address}>`)).toMatch(/^250 2\.1\.5 /)
    time += 60_000
    expect(await recipient(dialogue, '<e@waypost.test>')).toMatch(/^550 5\.1\.1 /)
  })

  test('a client that guesses ten times as many is disconnected until the minute is over', async () => {
    const dialogue = await begin()
    for (let guesses = 0; guesses < 30; guesses += 1)
      await recipient(dialogue, `<guess-${guesses}@waypost.test>`)
    expect(await recipient(dialogue, `<${address}>`)).toMatch(/^421 4\.7\.0 /)
    time += 60_000
    expect(await recipient(await begin(), `<${address}>`)).toMatch(/^250 /)
  })

  test('mail for a paused alias does not count as guessing', async () => {
    await service.database.connectAsOwner().db.execute(sql`update alias.addresses set is_active = false`)
    const dialogue = await begin()
    for (let asked = 0; asked < 5; asked += 1)
      expect(await recipient(dialogue, `<${address}>`)).toMatch(/^550 5\.1\.1 /)
  })
})

const elsewhere = [
  '<bob@example.org>',
  '<bob%example.org@waypost.test>',
  '<@waypost.test:bob@example.org>',
  '<@waypost.test,@example.com:bob@example.org>',
  '<example.org!bob@waypost.test>',
  '<"bob@example.org"@waypost.test>',
  '<bob@example.org@waypost.test>',
  '<shop.k3@waypost.test@example.org>',
  '<shop.k3%waypost.test@example.org>',
  '<shop.k3@waypost.test.example.org>',
  '<shop.k3@[127.0.0.1]>',
  '<bob@localhost>',
  '<bob>',
  '<>',
  'bob@example.org',
  '<shop.k3@waypost.test>, <bob@example.org>',
  '<shop.k3@waypost.test><bob@example.org>',
  '<shop.k3@waypost.test\0bob@example.org>',
]

test('nothing is relayed, however its recipient is spelt', async () => {
  await mail.close()
  mail = await startTestMail(service)
  const dialogue = await begin()
  for (const path of elsewhere)
    expect([path, await recipient(dialogue, path)]).toEqual([path, expect.stringMatching(/^5\d\d /)])
})

test('an alias is recognised in capitals and behind a source route, which is ignored', async () => {
  const dialogue = await begin()
  for (const path of [`<${address}>`, `<${address.toUpperCase()}>`, `<@example.org:${address}>`])
    expect(await recipient(dialogue, path)).toMatch(/^250 /)
})

test('AUTH, EXPN, TURN, XCLIENT and WIZ are refused', async () => {
  const dialogue = await connect()
  await dialogue.send('EHLO x')
  for (const command of ['AUTH PLAIN AGEAYg==', 'WIZ please', 'XCLIENT ADDR=192.0.2.1', 'TURN', 'EXPN list'])
    expect(await dialogue.send(command)).toMatch(/^5\d\d /)
})
