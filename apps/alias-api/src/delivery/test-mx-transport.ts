import { createEgressPolicy } from '@waypost/egress'
import { systemClock } from '@waypost/postgres'
import { startDnsServer, startMailSink, type DnsServer, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { describeRefusal, type Outcome } from './describe-refusal.ts'
import { createMxTransport, type MxOptions } from './mx-transport.ts'

interface Bed {
  /** The DNS server of the file; the names `mx1.bob.dev` and `mx2.bob.dev` lead to loopback. */
  dns: DnsServer
  /** The mail server of each test, on every MX host. */
  sink: MailSink
}

const content = Buffer.from('From: ada@alias.dev\r\n\r\nhello\r\n.\r\n')
export const outbound = {
  ownerId: 'live:ada',
  mailFrom: 'bounces+x@alias.dev',
  rcptTo: 'bob@bob.dev',
  content,
  size: content.length,
}

export const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

/** The MX records of a domain with these hosts, the first preferred. */
export const exchanges = (...hosts: string[]) => ({
  MX: hosts.map((exchange, index) => ({ exchange, priority: 10 * (index + 1) })),
})

/** For tests: a DNS server for the file, a mail sink for each test, and MX transports that use both. */
export function openMxBed() {
  const bed = {} as Bed
  beforeAll(async () => {
    bed.dns = await startDnsServer()
  })
  afterAll(() => bed.dns.close())
  beforeEach(async () => {
    bed.sink = await startMailSink()
    bed.dns.set('mx1.bob.dev', { A: ['127.0.0.1'] })
    bed.dns.set('mx2.bob.dev', { A: ['127.0.0.1'] })
  })
  afterEach(async () => {
    for (const close of closes.splice(0)) close()
    await bed.sink.close()
    bed.dns.clear()
  })

  const dnsOptions = () => ({ mxHost: 'mx.waypost.test', servers: [bed.dns.address], timeoutMs: 30_000 })
  const closes: (() => void)[] = []
  const createTransport = (options: Partial<MxOptions> = {}) => {
    const { transport, close } = createMxTransport({
      dns: dnsOptions(),
      egress: createEgressPolicy({ allow: ['127.0.0.0/8'] }),
      findPolicy: async () => undefined,
      clock: systemClock,
      port: portOf(bed.sink),
      ...options,
    })
    closes.push(close)
    return transport
  }
  return {
    bed,
    dnsOptions,
    createTransport,
    /** The outcome of one attempt for `outbound`. */
    send: (options: Partial<MxOptions> = {}): Promise<Outcome> =>
      createTransport(options)(outbound).then(() => ({ status: 'sent' }), describeRefusal),
  }
}
