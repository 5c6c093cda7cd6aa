import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '../parsing/parse-message.ts'
import { openForwardingBed, testMessage } from './test-forwarding.ts'

const { bed, publish, addRule, receive, forward, forwardAll, read } = openForwardingBed(
  async ({ mail, sink }) => {
    await mail.startInboundWorker()
    await mail.startSendWorker(sink.url)
  },
)
const findKey = () => Promise.reject(new Error('the key cannot be opened'))
const staysAs = async (id: string, outcome: string, reason: string) => {
  expect(await forward(id)).toBe(outcome)
  expect(bed.sink.mails).toEqual([])
  expect((await read(id)).forwarding).toEqual({
    status: 'withheld',
    to: 'me@example.net',
    reason: expect.stringContaining(reason),
  })
}

describe('mail that its author has signed', () => {
  test('mail that its author has signed is forwarded unchanged below trace fields, and still passes DMARC', async () => {
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
        `^Received: from mail\\.example\\.net \\(\\[127\\.0\\.0\\.1\\]\\)\\r\\n by mx\\.waypost\\.test .*\\r\\n .*\\r\\nX-Waypost-Alias: ${bed.address.address}\\r\\n`,
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
  test('mail that only SPF authenticates is forwarded from the alias, and replies go to its author', async () => {
    publish()
    await addRule()
    const content = await testMessage()
    expect(await forward(await receive(content))).toBe('forwarded')
    const [sunk] = await bed.sink.waitForMails(1)
    expect(await parseMessage(sunk!.content)).toMatchObject({
      from: bed.address.address,
      fromName: 'Bob B\u00f6hm via Waypost',
      subject: 'Invoice 7',
      text: 'hello\n',
    })
    expect(sunk!.content.toString()).toMatch(/^Reply-To: .*<bob@bob\.dev>\r$/m)
    expect(sunk!.content.toString().match(/^From:/gim)).toHaveLength(1)
  })

  test('a forward from the alias keeps the author’s Reply-To', async () => {
    publish()
    await addRule()
    await forward(await receive(await testMessage({ headers: { 'Reply-To': 'desk@bob.dev' } })))
    const [sunk] = await bed.sink.waitForMails(1)
    expect(sunk!.content.toString().match(/^Reply-To: .*$/gim)).toEqual(['Reply-To: desk@bob.dev'])
  })
})

describe('a withheld email', () => {
  test.each(['reject', 'quarantine', 'none'])(
    'mail that fails DMARC is withheld under the policy %s',
    async (policy) => {
      publish({ policy, spf: '-all' })
      await addRule()
      await staysAs(await receive(await testMessage()), 'forged', 'DMARC')
    },
  )

  test('mail that was changed after signing is withheld', async () => {
    publish({ spf: '-all' })
    await addRule()
    const content = (await testMessage({ isSigned: true })).toString().replace('hello', 'pay!!')
    await staysAs(await receive(Buffer.from(content)), 'forged', 'DMARC')
  })

  test('mail without an author is withheld', async () => {
    await addRule()
    await staysAs(
      await receive(Buffer.from('From: undisclosed\r\nSubject: who\r\n\r\nme\r\n')),
      'forged',
      'DMARC',
    )
  })

  test('mail that the same alias has forwarded before is withheld', async () => {
    publish()
    await addRule()
    const content = await testMessage({ isSigned: true, headers: { 'X-Waypost-Alias': bed.address.address } })
    await staysAs(await receive(content), 'loop', 'mail loop')
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

test('mail is not forwarded to a domain that hosts aliases, from which it could loop', async () => {
  publish()
  await addRule()
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
    values (uuidv7(), 'live:bob', 'example.net', 'verified', 'x', now())
  `)
  await staysAs(await receive(await testMessage({ isSigned: true })), 'hosted', 'hosts aliases')
})

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

test('a forward is given up when DNS has not authenticated its author for a day', async () => {
  bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
  await addRule()
  const id = await receive(await testMessage())
  await expect(forward(id)).rejects.toThrow('DNS did not answer')
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`update alias.emails set received_at = now() - interval '25 hours'`)
  await staysAs(id, 'unknown', 'DNS')
})
