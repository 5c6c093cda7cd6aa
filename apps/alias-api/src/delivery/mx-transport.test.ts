import { createEgressPolicy } from '@waypost/egress'
import type { MTASTSPolicy } from 'mailauth'
import { parsePolicy, validateMx } from 'mailauth/lib/mta-sts.js'
import { systemClock } from '@waypost/postgres'
import { startDnsServer, startMailSink, type DnsServer, type MailSink } from '@waypost/testing'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../smtp/self-signed-certificate.ts'
import { createMxTransport, type MxOptions } from './mx-transport.ts'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import { createPolicyFinder, fetchPolicyBy } from './mta-sts.ts'

let dns: DnsServer
let sink: MailSink

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
beforeEach(async () => {
  sink = await startMailSink()
  dns.set('mx1.bob.dev', { A: ['127.0.0.1'] })
  dns.set('mx2.bob.dev', { A: ['127.0.0.1'] })
})
afterEach(async () => {
  await sink.close()
  dns.clear()
})

const content = Buffer.from('From: ada@alias.dev\r\n\r\nhello\r\n.\r\n')
const outbound = {
  ownerId: 'live:ada',
  mailFrom: 'bounces+x@alias.dev',
  rcptTo: 'bob@bob.dev',
  content,
  size: content.length,
}
const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
const exchanges = (...hosts: string[]) => ({
  MX: hosts.map((exchange, index) => ({ exchange, priority: 10 * (index + 1) })),
})
const dnsOptions = () => ({ mxHost: 'mx.waypost.test', servers: [dns.address], timeoutMs: 300 })
const send = async (options: Partial<MxOptions> = {}): Promise<Outcome> => {
  const deliver = createMxTransport({
    dns: dnsOptions(),
    egress: createEgressPolicy({ allow: ['127.0.0.0/8'] }),
    findPolicy: async () => undefined,
    clock: systemClock,
    port: portOf(sink),
    ...options,
  })
  return deliver(outbound).then(() => ({ status: 'sent' }), describeRefusal)
}

describe('the MX transport', () => {
  test('mail is delivered to the first MX host of the recipient’s domain, byte for byte', async () => {
    dns.set('bob.dev', exchanges('mx1.bob.dev', 'nowhere.bob.dev'))
    expect(await send()).toEqual({ status: 'sent' })
    expect(sink.mails).toMatchObject([{ from: outbound.mailFrom, to: ['bob@bob.dev'], content }])
    expect(dns.questions).not.toContain('nowhere.bob.dev A')
  })

  test('mail is delivered to the next host where one is unreachable or refuses temporarily', async () => {
    dns.set('bob.dev', exchanges('nowhere.bob.dev', 'mx1.bob.dev', 'mx2.bob.dev'))
    sink.refuse({ at: 'recipient', code: 451 }, undefined)
    expect(await send()).toEqual({ status: 'sent' })
    expect(sink.mails).toHaveLength(1)
  })

  test('mail is delivered to the domain itself where it has no MX record', async () => {
    dns.set('bob.dev', { A: ['127.0.0.1'] })
    expect(await send()).toEqual({ status: 'sent' })
  })

  test('mail with a null sender is delivered with a null sender', async () => {
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    const deliver = createMxTransport({
      dns: dnsOptions(),
      egress: createEgressPolicy({ allow: ['127.0.0.0/8'] }),
      findPolicy: async () => undefined,
      clock: systemClock,
      port: portOf(sink),
    })
    await deliver({ ...outbound, mailFrom: '' })
    expect(sink.mails).toMatchObject([{ from: '' }])
  })
})

describe('mail bounces', () => {
  test.each([
    ['to a domain that does not exist', undefined, '5.1.2', true],
    ['to a domain with a null MX', { MX: [{ exchange: '.', priority: 0 }] }, '5.1.10', true],
    ['that would loop back to this host', exchanges('mx.waypost.test', 'mx1.bob.dev'), '5.4.6', false],
  ])('mail %s bounces', async (_what, records, status, isOfMailbox) => {
    dns.set('bob.dev', records)
    expect(await send()).toEqual({
      status: 'bounced',
      reason: expect.stringContaining(status),
      isOfMailbox,
    })
  })

  test('mail that a host permanently refuses bounces, and the next host is not tried', async () => {
    dns.set('bob.dev', exchanges('mx1.bob.dev', 'mx2.bob.dev'))
    sink.refuse({ at: 'recipient', code: 550, message: '5.1.1 No such user' }, undefined)
    expect(await send()).toMatchObject({
      status: 'bounced',
      reason: '550 5.1.1 No such user',
      isOfMailbox: true,
    })
    expect(sink.mails).toEqual([])
  })
})

describe('deferred mail', () => {
  test.each([
    ['while DNS fails', 'SERVFAIL' as const],
    ['while no host has an address', exchanges('nowhere.bob.dev')],
  ])('mail is deferred %s', async (_what, records) => {
    dns.set('bob.dev', records)
    expect(await send()).toMatchObject({ status: 'deferred' })
  })

  test('mail is deferred where every host has a forbidden address', async () => {
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    expect(await send({ egress: createEgressPolicy({ allow: [] }) })).toMatchObject({
      status: 'deferred',
    })
    expect(sink.mails).toEqual([])
  })

  test('mail is deferred while a host is down, and the host is not tried again for each message', async () => {
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    const port = portOf(sink)
    await sink.close()
    expect(await send({ port })).toMatchObject({
      status: 'deferred',
      reason: '451 4.4.1 mx1.bob.dev could not be reached',
    })
  })
})

const drip = 'a byte now and then'

/** A server that speaks SMTP and answers as `answersOf` says; `drip`: a byte now and then, so that it is never silent. */
async function startDrip(answersOf: (command: string) => string): Promise<Server> {
  const server = createServer((socket) => {
    let timer: NodeJS.Timeout | undefined
    const say = (answer: string) => {
      if (answer !== typeof drip) socket.write(answer)
      else timer = setInterval(() => socket.write('2'), 20)
    }
    socket.on('error', () => {})
    socket.on('close', () => clearInterval(timer))
    socket.on('data', (data) => say(answersOf(data.toString())))
    say(answersOf(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const obey = (command: string): string => {
  if (command === '') return '220 drip\r\n'
  return command.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n'
}

describe('an attempt ends at its deadline', () => {
  test.each<[what: string, answersOf: (command: string) => string]>([
    ['its greeting', () => drip],
    ['its answer to a command', (command) => (command.startsWith('MAIL') ? drip : obey(command))],
    ['its answer to the message', (command) => (command.endsWith('\r\n.\r\n') ? drip : obey(command))],
  ])('where a host sends %s byte by byte without an end', async (_what, answersOf) => {
    const server = await startDrip(answersOf)
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    const { port } = server.address() as AddressInfo
    expect(await send({ port, attemptMs: () => 300 })).toEqual({
      status: 'deferred',
      reason: '451 4.4.2 mx1.bob.dev did not answer in time',
    })
    // Which also waits for the connection to end.
    await new Promise((resolve) => server.close(resolve))
  })

  test('and is longer for a larger message', async () => {
    const sizes: number[] = []
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    await send({
      attemptMs: (size) => {
        sizes.push(size)
        return 10_000
      },
    })
    expect(sizes).toEqual([content.length])
  })
})

describe('encryption', () => {
  const policy: MTASTSPolicy = { mode: 'enforce', mx: ['mx1.bob.dev'], maxAge: 1 }
  const tls = createSelfSignedCertificate('mx1.bob.dev', Date.now())
  const sendEncrypted = async (options: Partial<MxOptions>) => {
    await sink.close()
    sink = await startMailSink({ tls })
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    return send({ port: portOf(sink), ...options })
  }

  test('mail is encrypted with any certificate where the domain has no policy', async () => {
    expect(await sendEncrypted({})).toEqual({ status: 'sent' })
    expect(sink.mails).toMatchObject([{ isEncrypted: true }])
  })

  test('a domain with an enforced policy gets mail only over a verified certificate', async () => {
    expect(await sendEncrypted({ findPolicy: async () => policy })).toMatchObject({ status: 'deferred' })
    expect(await sendEncrypted({ findPolicy: async () => ({ ...policy, mode: 'testing' }) })).toEqual({
      status: 'sent',
    })
  })

  test('a domain with an enforced policy gets no mail unencrypted or at a host that the policy does not name', async () => {
    dns.set('bob.dev', exchanges('mx1.bob.dev'))
    expect(await send({ findPolicy: async () => policy })).toMatchObject({ status: 'deferred' })
    const other = { ...policy, mx: ['*.mail.bob.dev'] }
    expect(await send({ findPolicy: async () => other })).toMatchObject({
      status: 'deferred',
      reason: expect.stringContaining('4.7.5'),
    })
    expect(sink.mails).toEqual([])
  })
})

describe('an MTA-STS policy', () => {
  const text = 'version: STSv1\r\nmode: enforce\r\nmx: mx1.bob.dev\r\nmx: *.mail.bob.dev\r\nmax_age: 600\r\n'

  test.each([
    ['mx1.bob.dev', true],
    ['a.mail.bob.dev', true],
    ['a.b.mail.bob.dev', false],
    ['mail.bob.dev', false],
    ['mx2.bob.dev', false],
  ])('an MTA-STS policy allows the host %s: %s', (host, isAllowed) => {
    expect(validateMx(host, parsePolicy(text, { strict: true })).valid).toBe(isAllowed)
  })

  test.each([
    '',
    '<html>',
    text.replace('STSv1', 'STSv2'),
    text.replace('600', 'x'),
    'version: STSv1\nmax_age: 1',
  ])('a malformed MTA-STS policy is refused: %j', (other) =>
    expect(() => parsePolicy(other, { strict: true })).toThrow('field'),
  )

  test('an MTA-STS policy is cached for its max_age, whatever DNS and its host then answer, until there is a new one', async () => {
    let now = 0
    let fetched = 0
    const fetchPolicy = async () => {
      fetched += 1
      return parsePolicy(text, { strict: true })
    }
    const find = createPolicyFinder(dnsOptions(), fetchPolicy, () => now)
    expect(await find('bob.dev')).toBeUndefined()
    dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=1;']] })
    expect(await find('bob.dev')).toMatchObject({ mode: 'enforce' })
    await find('bob.dev')
    expect(fetched).toBe(1)
    dns.set('_mta-sts.bob.dev', undefined)
    expect(await find('bob.dev')).toMatchObject({ mode: 'enforce' })
    dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=2;']] })
    await find('bob.dev')
    expect(fetched).toBe(2)
    dns.set('_mta-sts.bob.dev', undefined)
    now = 601_000
    expect(await find('bob.dev')).toBeUndefined()
  })

  test('an MTA-STS policy with the mode `none` replaces the cached one', async () => {
    let policy: MTASTSPolicy = parsePolicy(text, { strict: true })
    const find = createPolicyFinder(
      dnsOptions(),
      async () => policy,
      () => 0,
    )
    dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=1;']] })
    expect(await find('bob.dev')).toMatchObject({ mode: 'enforce' })
    policy = parsePolicy('version: STSv1\nmode: none\nmax_age: 600', { strict: true })
    dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=2;']] })
    expect(await find('bob.dev')).toMatchObject({ mode: 'none' })
  })

  test('an unavailable MTA-STS policy is fetched again after five minutes, and delays no message until then', async () => {
    let now = 0
    let fetched = 0
    const fetchPolicy = async () => {
      fetched += 1
      throw new Error('no answer')
    }
    const find = createPolicyFinder(dnsOptions(), fetchPolicy, () => now)
    dns.set('_mta-sts.bob.dev', { TXT: [['v=STSv1; id=1;']] })
    for (const [at, times] of [
      [0, 1],
      [299_999, 1],
      [300_000, 2],
    ] as const) {
      now = at
      expect(await find('bob.dev')).toBeUndefined()
      expect(fetched).toBe(times)
    }
  })

  test('an MTA-STS policy is not fetched from a forbidden address', async () => {
    dns.set('mta-sts.bob.dev', { A: ['127.0.0.1'] })
    expect(await fetchPolicyBy(dnsOptions(), createEgressPolicy({ allow: [] }))('bob.dev')).toBe(false)
    const open = fetchPolicyBy(dnsOptions(), createEgressPolicy({ allow: ['127.0.0.0/8'] }))
    await expect(open('bob.dev')).rejects.toThrow()
  })
})
