import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '../parsing/parse-message.ts'
import { addAddress } from '../emails/test-emails.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'
import { readMailboxes } from './read-correspondents.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, forwardAll, read } = openForwardingBed(
  async ({ mail, sink }) => {
    await mail.startInboundWorker()
    await mail.startSendWorker(sink.url)
  },
)
/** The addresses in the only Reply-To of a forward. */
const replyTosOf = (content: Buffer): string[] => {
  const fields = splitMessage(content).fields.filter((field) => nameOf(field) === 'reply-to')
  expect(fields).toHaveLength(1)
  return readMailboxes(fields[0]!).map(({ email }) => email)
}
/** The addresses of all contacts. */
const contacts = async (): Promise<string[]> => {
  const { db } = bed.service.database.connectAsOwner()
  const { rows } = await db.execute<{ email: string }>(sql`select email from alias.contacts`)
  return rows.map(({ email }) => email)
}
const findKey = () => Promise.reject(new Error('the key cannot be opened'))

describe('mail that its author has signed', () => {
  test('mail that its author has signed is forwarded unchanged below trace fields and Reply-To, and still passes DMARC', async () => {
    publish()
    await addRule()
    await bed.mail.startForwardWorker()
    const content = await testMessage({ isSigned: true })
    await receive(content)
    const [sunk] = await bed.sink.waitForMails(1)
    expect(sunk).toMatchObject({
      from: expect.stringMatching(/^bounces\+[a-z2-7]{20}@waypost\.test$/),
      to: ['me@example.net'],
    })
    expect(sunk!.content.toString().endsWith(content.toString())).toBe(true)
    expect(sunk!.content.toString()).toMatch(
      new RegExp(
        `^Received: from mail\\.example\\.net \\(\\[127\\.0\\.0\\.1\\]\\)\\r\\n by mx\\.waypost\\.test .*\\r\\n .*\\r\\nX-Waypost-Alias: ${bed.address.address}\\r\\nReply-To: <reply-[a-z2-7]{24}@waypost\\.test>\\r\\n`,
      ),
    )
    // As the destination's server sees it, which is delivered to by us and not by Bob's server.
    const seen = {
      content: sunk!.content,
      mailFrom: sunk!.from,
      clientIp: '192.0.2.1',
      clientName: 'mx.waypost.test',
    }
    expect(await bed.mail.checker.check(seen, 1000)).toMatchObject({ verdict: 'signed' })
  })
})

describe('mail that only SPF authenticates', () => {
  test('mail that only SPF authenticates is forwarded from a reverse address, to which replies go', async () => {
    publish()
    await addRule()
    const content = await testMessage()
    expect(await forward(await receive(content))).toBe('forwarded')
    const [sunk] = await bed.sink.waitForMails(1)
    const [replyTo] = replyTosOf(sunk!.content)
    expect(replyTo).toMatch(/^reply-[a-z2-7]{24}@waypost\.test$/)
    expect(await parseMessage(sunk!.content)).toMatchObject({
      from: replyTo,
      fromName: 'Bob B\u00f6hm via Waypost',
      subject: 'Invoice 7',
      text: 'hello\n',
    })
    expect(sunk!.content.toString().match(/^From:/gim)).toHaveLength(1)
  })
})

describe('the reverse address of a forward', () => {
  test('a signature that covers Reply-To would break, so a reverse address stands in From instead of the author', async () => {
    publish()
    await addRule()
    const replyTo = { 'Reply-To': 'desk@bob.dev' }
    await forward(await receive(await testMessage({ isSigned: true, headers: replyTo })))
    const [sunk] = await bed.sink.waitForMails(1)
    expect(await parseMessage(sunk!.content)).toMatchObject({
      from: replyTosOf(sunk!.content)[0],
      fromName: 'Bob B\u00f6hm via Waypost',
    })
    expect(sunk!.content.toString()).toMatch(/^X-Original-From: .*<bob@bob\.dev>\r$/m)
    expect(await contacts()).toEqual(['desk@bob.dev'])
  })

  test('an author has one reverse address of an alias, and it is another one of another alias', async () => {
    publish()
    const second = await addAddress(bed.service, 'ada')
    await addRule({}, [bed.address, second])
    for (let count = 0; count < 2; count += 1)
      await forward(await receive(await testMessage({ isSigned: true })))
    await bed.mail.startForwardWorker()
    await bed.mail.deliver(second.address, await testMessage({ isSigned: true }), 'bob@bob.dev')
    const mails = await bed.sink.waitForMails(3)
    const [first, again, other] = mails.map(({ content }) => replyTosOf(content)[0])
    expect([again === first, other === first]).toEqual([true, false])
    expect(await contacts()).toEqual(['bob@bob.dev', 'bob@bob.dev'])
  })

  test('forwards at the same moment make one contact', async () => {
    publish()
    await addRule()
    const ids = []
    for (let count = 0; count < 5; count += 1)
      ids.push(await receive(await testMessage({ isSigned: true, subject: `number ${count}` })))
    await forwardAll(ids)
    const mails = await bed.sink.waitForMails(5)
    expect(new Set(mails.flatMap(({ content }) => replyTosOf(content))).size).toBe(1)
    expect(await contacts()).toEqual(['bob@bob.dev'])
  })

  test('replies go to everybody whom the author names in Reply-To', async () => {
    publish({ policy: null, spf: '?all' })
    await addRule()
    const headers = { 'Reply-To': 'Desk <desk@bob.dev>, Team: Carol <carol@bob.dev>;' }
    await forward(await receive(await testMessage({ headers })))
    const [sunk] = await bed.sink.waitForMails(1)
    expect(replyTosOf(sunk!.content)).toHaveLength(2)
    expect((await contacts()).toSorted()).toEqual(['carol@bob.dev', 'desk@bob.dev'])
  })

  test('replies to an author to whom this service cannot write come back to the alias', async () => {
    publish({ policy: null, spf: '?all' })
    await addRule()
    const content = (await testMessage()).toString().replace('bob@bob.dev', '"bob b"@bob.dev')
    await forward(await receive(Buffer.from(content)))
    const [sunk] = await bed.sink.waitForMails(1)
    expect(replyTosOf(sunk!.content)).toEqual([bed.address.address])
  })
})

test('mail with a null sender is forwarded with a null sender, so that bounces cannot loop', async () => {
  publish()
  await addRule()
  expect(await forward(await receive(await testMessage({ isSigned: true }), ''))).toBe('forwarded')
  expect(await bed.sink.waitForMails(1)).toMatchObject([{ from: '', to: ['me@example.net'] }])
})

test('mail of a domain without a policy is forwarded unchanged', async () => {
  publish({ policy: null, spf: '?all' })
  await addRule()
  const content = await testMessage()
  expect(await forward(await receive(content))).toBe('forwarded')
  const [sunk] = await bed.sink.waitForMails(1)
  expect(sunk!.content.toString().endsWith(content.toString())).toBe(true)
})

test.each(['bob.dev', 's1._domainkey.bob.dev', '_dmarc.bob.dev'])(
  'a forward is retried while DNS does not answer for %s',
  async (name) => {
    publish({ spf: name === 'bob.dev' ? 'ip4:127.0.0.1 -all' : '-all' })
    await addRule()
    bed.dns.set(name, 'SERVFAIL')
    const id = await receive(await testMessage({ isSigned: name !== 'bob.dev' }))
    await expect(forward(id)).rejects.toThrow('DNS did not answer')
    publish()
    expect(await forward(id)).toBe('forwarded')
  },
)

test('mail that cannot be signed now is forwarded later', async () => {
  publish()
  await addRule()
  const id = await receive(await testMessage({ isSigned: true }))
  await expect(forward(id, { findKey })).rejects.toThrow('cannot be opened')
  expect(await read(id)).not.toHaveProperty('forwarding')
  expect(await forward(id)).toBe('forwarded')
})

test('forwarded and withheld emails of a batch are recorded together, each with its own outcome', async () => {
  publish()
  await addRule()
  const own = { 'X-Waypost-Alias': bed.address.address }
  const ids = [
    await receive(await testMessage({ isSigned: true })),
    await receive(await testMessage({ isSigned: true, headers: own })),
  ]
  expect(await forwardAll(ids)).toEqual(['forwarded', 'loop'])
  await bed.sink.waitForMails(1)
  expect((await read(ids[1]!)).forwarding).toMatchObject({ status: 'withheld' })
})
