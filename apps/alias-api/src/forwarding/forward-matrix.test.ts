import { generateKeyPairSync } from 'node:crypto'
import { startDnsServer, type DnsServer } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAuthenticity } from '../authenticity/check-authenticity.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { signMessage } from '../signing/sign-message.ts'
import { composeForward } from './compose-forward.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const keyRecord = { TXT: [`v=DKIM1; k=rsa; p=${encoded}`.match(/.{1,200}/g)!] }
const at = Date.now() - 1000
const bobsServer = '192.0.2.1'
const ourServer = '198.51.100.1'

let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer()
  for (const name of ['s1._domainkey.bob.dev', 's1._domainkey.mail.bob.dev', 'wp1._domainkey.alias.dev'])
    dns.set(name, keyRecord)
  for (const name of ['bob.dev', 'mail.bob.dev']) dns.set(name, { TXT: [[`v=spf1 ip4:${bobsServer} -all`]] })
  dns.set('alias.dev', { TXT: [[`v=spf1 ip4:${ourServer} -all`]] })
  dns.set('_dmarc.alias.dev', { TXT: [['v=DMARC1; p=reject; adkim=s; aspf=s']] })
})
afterAll(() => dns.close())

const check = (content: Buffer, mailFrom: string, clientIp: string, mxHost: string) =>
  checkAuthenticity(
    { content, mailFrom, clientIp, clientName: 'mail.example.net' },
    { mxHost, servers: [dns.address], timeoutMs: 30_000 },
    3000,
  )

/** How a message is authenticated, for Bob's own domain or for a subdomain of it. */
const proofs = ['DKIM', 'SPF', 'both', 'none'] as const
const policies = ['none', 'quarantine', 'reject'] as const
const alignments = ['relaxed', 'strict'] as const
const domains = ['bob.dev', 'mail.bob.dev'] as const
const cases = proofs.flatMap((proof) =>
  policies.flatMap((policy) =>
    alignments.flatMap((alignment) => domains.map((domain) => [proof, policy, alignment, domain] as const)),
  ),
)

test.each(cases)(
  'mail authenticated by %s under p=%s, %s, of %s passes DMARC at the next server if it did here, and is not forwarded otherwise',
  async (proof, policy, alignment, domain) => {
    const mode = alignment === 'strict' ? 's' : 'r'
    dns.set('_dmarc.bob.dev', { TXT: [[`v=DMARC1; p=${policy}; adkim=${mode}; aspf=${mode}`]] })
    const plain = Buffer.from('From: Bob <bob@bob.dev>\r\nSubject: hello\r\n\r\nhello  Ada \r\n\r\n')
    const isSigned = proof === 'DKIM' || proof === 'both'
    const content = isSigned ? await signMessage(plain, { domain, selector: 's1', privateKey }, at) : plain
    const clientIp = proof === 'SPF' || proof === 'both' ? bobsServer : '203.0.113.66'
    const found = await check(content, `bounces@${domain}`, clientIp, 'mx.alias.dev')

    const isProved = proof !== 'none' && (alignment === 'relaxed' || domain === 'bob.dev')
    expect(found.dmarc.result).toBe(isProved ? 'pass' : 'fail')
    expect(found.verdict).toBe(isProved ? (isSigned ? 'signed' : 'vouched') : 'forged')
    if (!isProved) return

    const forward = composeForward(content, {
      alias: 'x@alias.dev',
      author: { address: 'bob@bob.dev', name: 'Bob' },
      clientName: 'mail.example.net',
      clientIp,
      mxHost: 'mx.alias.dev',
      at: new Date(at),
      from: found.verdict === 'vouched' ? 'reply-x@alias.dev' : undefined,
      replyTo: ['reply-x@alias.dev'],
    })!
    const key = { domain: 'alias.dev', selector: 'wp1', privateKey }
    const sealed = await sealMessage(forward, found, { key, mxHost: 'mx.alias.dev', at })
    const left = await signMessage(sealed, key, at)
    const next = await check(left, 'bounces+x@alias.dev', ourServer, 'mx.example.net')
    expect(next).toMatchObject({
      dmarc: { result: 'pass' },
      arc: { result: 'pass' },
      spf: { result: 'pass' },
    })
    expect(next.dkim.find((signature) => signature.domain === 'alias.dev')).toMatchObject({ result: 'pass' })
    if (isSigned) expect(left.subarray(-content.length).equals(content)).toBe(true)
  },
)
