import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { parseMessage } from '../parsing/parse-message.ts'
import { openForwardingBed, letter } from './test-forwarding.ts'

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
  test('is forwarded as it came, below a trace, and proves its author still', async () => {
    publish()
    await addRule()
    await bed.mail.startForwardWorker()
    const content = await letter({ isSigned: true })
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
    // As whoever gets it from us sees it, whose server is not Bob's.
    const seen = {
      content: sunk!.content,
      mailFrom: sunk!.from,
      clientIp: '192.0.2.1',
      clientName: 'mx.waypost.test',
    }
    expect(await bed.mail.checker.check(seen, 1000)).toMatchObject({ verdict: 'signed' })
  })
})

describe('mail that only its author’s server vouches for', () => {
  test('is forwarded from the alias, and answers go to its author', async () => {
    publish()
    await addRule()
    const content = await letter()
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

  test('keeps where its author wants answers to go', async () => {
    publish()
    await addRule()
    await forward(await receive(await letter({ headers: { 'Reply-To': 'desk@bob.dev' } })))
    const [sunk] = await bed.sink.waitForMails(1)
    expect(sunk!.content.toString().match(/^Reply-To: .*$/gim)).toEqual(['Reply-To: desk@bob.dev'])
  })
})

describe('stays where it is', () => {
  test.each(['reject', 'quarantine', 'none'])(
    'mail that fails DMARC, whatever the policy: %s',
    async (policy) => {
      publish({ policy, spf: '-all' })
      await addRule()
      await staysAs(await receive(await letter()), 'forged', 'DMARC')
    },
  )

  test('mail that was changed after it was signed', async () => {
    publish({ spf: '-all' })
    await addRule()
    const content = (await letter({ isSigned: true })).toString().replace('hello', 'pay!!')
    await staysAs(await receive(Buffer.from(content)), 'forged', 'DMARC')
  })

  test('mail without an author', async () => {
    await addRule()
    await staysAs(
      await receive(Buffer.from('From: undisclosed\r\nSubject: who\r\n\r\nme\r\n')),
      'forged',
      'DMARC',
    )
  })

  test('what was forwarded from the same alias before', async () => {
    publish()
    await addRule()
    const content = await letter({ isSigned: true, headers: { 'X-Waypost-Alias': bed.address.address } })
    await staysAs(await receive(content), 'loop', 'been here')
  })
})

test('mail from nobody is forwarded from nobody, so that no two bounce for ever', async () => {
  publish()
  await addRule()
  expect(await forward(await receive(await letter({ isSigned: true }), ''))).toBe('forwarded')
  expect(await bed.sink.waitForMails(1)).toMatchObject([{ from: '', to: ['me@example.net'] }])
})

test('mail of a domain without a policy is forwarded as it came', async () => {
  publish({ policy: null, spf: '?all' })
  await addRule()
  const content = await letter()
  expect(await forward(await receive(content))).toBe('forwarded')
  const [sunk] = await bed.sink.waitForMails(1)
  expect(sunk!.content.toString().endsWith(content.toString())).toBe(true)
})

test.each(['bob.dev', 's1._domainkey.bob.dev', '_dmarc.bob.dev'])(
  'while DNS does not say what %s has, it is put off',
  async (name) => {
    publish({ spf: name === 'bob.dev' ? 'ip4:127.0.0.1 -all' : '-all' })
    await addRule()
    bed.dns.set(name, 'SERVFAIL')
    const id = await receive(await letter({ isSigned: name !== 'bob.dev' }))
    await expect(forward(id)).rejects.toThrow('DNS does not say')
    publish()
    expect(await forward(id)).toBe('forwarded')
  },
)

test('is not forwarded to a domain of aliases, where it could come back from', async () => {
  publish()
  await addRule()
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
    values (uuidv7(), 'live:bob', 'example.net', 'verified', 'x', now())
  `)
  await staysAs(await receive(await letter({ isSigned: true })), 'hosted', 'domain of aliases')
})

test('what cannot be signed now is forwarded later', async () => {
  publish()
  await addRule()
  const id = await receive(await letter({ isSigned: true }))
  await expect(forward(id, { findKey })).rejects.toThrow('cannot be opened')
  expect(await read(id)).not.toHaveProperty('forwarding')
  expect(await forward(id)).toBe('forwarded')
})

test('what is forwarded and what stays are recorded together, each with its own outcome', async () => {
  publish()
  await addRule()
  const own = { 'X-Waypost-Alias': bed.address.address }
  const ids = [
    await receive(await letter({ isSigned: true })),
    await receive(await letter({ isSigned: true, headers: own })),
  ]
  expect(await forwardAll(ids)).toEqual(['forwarded', 'loop'])
  await bed.sink.waitForMails(1)
  expect((await read(ids[1]!)).forwarding).toMatchObject({ status: 'withheld' })
})

test('is given up when DNS has not said for a day who sent it', async () => {
  bed.dns.set('_dmarc.bob.dev', 'SERVFAIL')
  await addRule()
  const id = await receive(await letter())
  await expect(forward(id)).rejects.toThrow('DNS does not say')
  const db = bed.service.database.connectAsOwner().db
  await db.execute(sql`update alias.emails set received_at = now() - interval '25 hours'`)
  await staysAs(id, 'unknown', 'DNS')
})
