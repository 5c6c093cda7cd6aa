import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { startDnsServer, startMailSink, waitFor, type DnsServer, type MailSink } from '@waypost/testing'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import type { EmailDetail } from '../emails/email.ts'
import { addAddress } from '../emails/test-emails.ts'
import { parseMessage } from '../smtp/parse-message.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { startTestMail, type TestMail } from '../test-mail.ts'
import { createForwarder } from './forward-email.ts'

type Address = Awaited<ReturnType<typeof addAddress>>

let service: TestApp
let mail: TestMail
let dns: DnsServer
let sink: MailSink
let address: Address

beforeAll(async () => {
  dns = await startDnsServer()
  service = await startTestApp({ dnsServer: dns.address })
})
afterAll(async () => {
  await service.close()
  await dns.close()
})
beforeEach(async () => {
  sink = await startMailSink()
  mail = await startTestMail(service)
  await mail.workArrivals()
  await mail.workDepartures(sink.url)
  address = await addAddress(service, 'ada')
})
afterEach(async () => {
  await mail.close()
  await sink.close()
  dns.clear()
  await service.empty()
})

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = {
  private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
}
/** What the domain of an author says, who may send for it and what to do with others. */
const publish = ({
  policy = 'reject',
  spf = 'ip4:127.0.0.1 -all',
}: { policy?: string | null; spf?: string } = {}) => {
  dns.set('bob.dev', { TXT: [[`v=spf1 ${spf}`]] })
  dns.set('s1._domainkey.bob.dev', { TXT: [`v=DKIM1; k=rsa; p=${key.public}`.match(/.{1,200}/g)!] })
  dns.set('_dmarc.bob.dev', policy === null ? undefined : { TXT: [[`v=DMARC1; p=${policy}`]] })
}
/** A letter of Bob's, signed or not. */
const letter = async ({
  isSigned = false,
  subject = 'Invoice 7',
  headers = {},
}: { isSigned?: boolean; subject?: string; headers?: Record<string, string> } = {}) => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({
    from: { name: 'Bob B\u00f6hm', address: 'bob@bob.dev' },
    to: 'somebody@example.net',
    subject,
    text: 'hello',
    headers,
    ...(isSigned && { dkim: { domainName: 'bob.dev', keySelector: 's1', privateKey: key.private } }),
  })
  return message as Buffer
}
/** Has the alias's mail forwarded to a confirmed mailbox. */
const addRule = async (
  filters: { sender?: string; subject?: string } = {},
  of = address,
  mode: Mode = 'live',
) => {
  const id = newId()
  const { db } = service.database.connectAsOwner()
  await db.execute(sql`
    insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
    values (${id}, ${ownerOf('ada', mode)}, 'me@example.net', now(), now())
  `)
  await db.execute(sql`
    insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, filter_sender, filter_subject, is_active,
      created_at, updated_at)
    values (${of.id}, uuidv7(), ${of.ownerId}, ${id}, ${filters.sender ?? null}, ${filters.subject ?? null}, true, now(), now())
  `)
}
const receive = async (content: Buffer, from = 'bob@bob.dev') => {
  await mail.deliver(address.address, content, from)
  return waitFor('the email', async () => {
    const { rows } = await service.database
      .connectAsOwner()
      .db.execute<{ id: string }>(sql`select id from alias.emails order by id desc limit 1`)
    return rows[0]?.id
  })
}
const forward = (id: string) =>
  createForwarder({
    ...mail.services,
    dns: service.services.dns,
    checker: mail.checker,
    signer: mail.signer,
  })(id)
const read = async (id: string) => {
  const headers = await service.person('ada')
  return (await service.app.inject({ url: `/api/v1/emails/${id}`, headers })).json<{ data: EmailDetail }>()
    .data
}
const staysAs = async (id: string, outcome: string, reason: string) => {
  expect(await forward(id)).toBe(outcome)
  expect(sink.mails).toEqual([])
  expect((await read(id)).forwarding).toEqual({
    status: 'withheld',
    to: 'me@example.net',
    reason: expect.stringContaining(reason),
  })
}
const jobs = async () => {
  const { rows } = await service.database
    .connectAsOwner()
    .db.execute<{ count: string }>(sql`select count(*) from alias_jobs.job where name = 'forwards'`)
  return Number(rows[0]!.count)
}

describe('mail that its author has signed', () => {
  test('is forwarded as it came, below a trace, and proves its author still', async () => {
    publish()
    await addRule()
    await mail.workForwards()
    const content = await letter({ isSigned: true })
    await receive(content)
    const [sunk] = await sink.waitForMails(1)
    expect(sunk).toMatchObject({
      from: expect.stringMatching(/^bounces\+[a-z2-7]{20}@waypost\.test$/),
      to: ['me@example.net'],
    })
    expect(sunk!.content.toString().endsWith(content.toString())).toBe(true)
    expect(sunk!.content.toString()).toMatch(
      new RegExp(
        `^Received: from mail\\.example\\.net \\(\\[127\\.0\\.0\\.1\\]\\)\\r\\n by mx\\.waypost\\.test .*\\r\\n .*\\r\\nX-Waypost-Alias: ${address.address}\\r\\n`,
      ),
    )
    // As whoever gets it from us sees it, whose server is not Bob's.
    const seen = {
      content: sunk!.content,
      mailFrom: sunk!.from,
      clientIp: '192.0.2.1',
      clientName: 'mx.waypost.test',
    }
    expect(await mail.checker.check(seen, 1000)).toMatchObject({ verdict: 'signed' })
  })
})

describe('mail that only its author’s server vouches for', () => {
  test('is forwarded from the alias, and answers go to its author', async () => {
    publish()
    await addRule()
    const content = await letter()
    expect(await forward(await receive(content))).toBe('forwarded')
    const [sunk] = await sink.waitForMails(1)
    expect(await parseMessage(sunk!.content)).toMatchObject({
      from: address.address,
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
    const [sunk] = await sink.waitForMails(1)
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
    const content = await letter({ isSigned: true, headers: { 'X-Waypost-Alias': address.address } })
    await staysAs(await receive(content), 'loop', 'been here')
  })
})

test('mail from nobody is forwarded from nobody, so that no two bounce for ever', async () => {
  publish()
  await addRule()
  expect(await forward(await receive(await letter({ isSigned: true }), ''))).toBe('forwarded')
  expect(await sink.waitForMails(1)).toMatchObject([{ from: '', to: ['me@example.net'] }])
})

test('mail of a domain without a policy is forwarded as it came', async () => {
  publish({ policy: null, spf: '?all' })
  await addRule()
  const content = await letter()
  expect(await forward(await receive(content))).toBe('forwarded')
  const [sunk] = await sink.waitForMails(1)
  expect(sunk!.content.toString().endsWith(content.toString())).toBe(true)
})

test.each(['bob.dev', 's1._domainkey.bob.dev', '_dmarc.bob.dev'])(
  'while DNS does not say what %s has, it is put off',
  async (name) => {
    publish({ spf: name === 'bob.dev' ? 'ip4:127.0.0.1 -all' : '-all' })
    await addRule()
    dns.set(name, 'SERVFAIL')
    const id = await receive(await letter({ isSigned: name !== 'bob.dev' }))
    await expect(forward(id)).rejects.toThrow('DNS does not say')
    publish()
    expect(await forward(id)).toBe('forwarded')
  },
)

test('is not forwarded to a domain of aliases, where it could come back from', async () => {
  publish()
  await addRule()
  const db = service.database.connectAsOwner().db
  await db.execute(sql`
    insert into alias.domains (id, owner_id, domain, status, verification_token, created_at)
    values (uuidv7(), 'live:bob', 'example.net', 'verified', 'x', now())
  `)
  await staysAs(await receive(await letter({ isSigned: true })), 'hosted', 'domain of aliases')
})

test('is given up when DNS has not said for a day who sent it', async () => {
  dns.set('_dmarc.bob.dev', 'SERVFAIL')
  await addRule()
  const id = await receive(await letter())
  await expect(forward(id)).rejects.toThrow('DNS does not say')
  const db = service.database.connectAsOwner().db
  await db.execute(sql`update alias.emails set received_at = now() - interval '25 hours'`)
  await staysAs(id, 'unknown', 'DNS')
})

describe('a rule', () => {
  test('forwards an email once, however often it is asked', async () => {
    publish()
    await addRule()
    const id = await receive(await letter({ isSigned: true }))
    const outcomes = await Promise.all([forward(id), forward(id)])
    expect([...outcomes, await forward(id)].toSorted()).toEqual(['forwarded', 'unwanted', 'unwanted'])
    expect(await sink.waitForMails(1)).toHaveLength(1)
  })

  test.each([
    [{}, true],
    [{ sender: '@BOB.dev' }, true],
    [{ sender: 'b\u00d6hm' }, true],
    [{ sender: 'eve' }, false],
    [{ subject: 'invoice' }, true],
    [{ subject: 'receipt' }, false],
    [{ sender: 'bob', subject: 'INVOICE' }, true],
    [{ sender: 'bob', subject: 'receipt' }, false],
    [{ sender: 'eve', subject: 'invoice' }, false],
    [{ sender: '%' }, false],
  ])('%j wants Bob’s invoice: %s', async (filters, isWanted) => {
    publish()
    await addRule(filters)
    await receive(await letter({ isSigned: true }))
    expect(await jobs()).toBe(isWanted ? 1 : 0)
  })

  test('that is disabled meanwhile forwards nothing', async () => {
    publish()
    await addRule()
    const id = await receive(await letter({ isSigned: true }))
    await service.database
      .connectAsOwner()
      .db.execute(sql`update alias.forwarding_rules set is_active = false`)
    expect(await forward(id)).toBe('unwanted')
  })

  test('in test mode forwards as far as anybody can see, and nothing leaves', async () => {
    publish()
    address = await addAddress(service, 'ada', { mode: 'test' })
    await addRule({}, address, 'test')
    expect(await forward(await receive(await letter({ isSigned: true })))).toBe('forwarded')
    await waitFor('the departure to go', async () => {
      const { rows } = await service.database
        .connectAsOwner()
        .db.execute<{ count: string }>(sql`select count(*) from alias.departures`)
      return rows[0]!.count === '0'
    })
    expect(sink.mails).toEqual([])
  })
})
