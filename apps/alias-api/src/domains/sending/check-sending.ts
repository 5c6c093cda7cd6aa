import { Resolver } from 'node:dns/promises'
import { parse } from 'tldts'
import type { DnsOptions } from '../../services.ts'
import { askDns } from '../check-records.ts'
import { checkSpf } from './check-spf.ts'
import type { Finding } from '../domain.ts'

export interface SendingCheck {
  spf: Finding
  dmarc: Finding
  /** What is missing for mail from the domain to be taken for genuine, for its owner to read; empty where nothing is. */
  hints: string[]
}

/** Checks in DNS what receivers look at when a domain sends mail. Never rejects: a record is `unknown` where DNS does not answer. */
export async function checkSending(
  { domain, isKeyPublished }: { domain: string; isKeyPublished: boolean },
  { servers, timeoutMs, mxHost }: DnsOptions,
): Promise<SendingCheck> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const [spf, policies] = await Promise.all([
    checkSpf(resolver, domain, mxHost),
    findPolicies(resolver, domain),
  ])
  const dmarc = policies && dmarcOf(policies)
  const hints = [
    spf.finding === 'missing' &&
      `Publish the SPF record, so that receivers know that ${mxHost} may send for ${domain}.`,
    spf.finding === 'wrong' &&
      (spf.count > 1
        ? `${domain} has ${spf.count} SPF records, and receivers accept none of several: join them into one.`
        : `The SPF record of ${domain} does not let ${mxHost} send: add a:${mxHost} to it, before its "all".`),
    !isKeyPublished &&
      `Publish the DKIM record: without it, email from ${domain} leaves unsigned, or not at all.`,
    dmarc?.finding === 'missing' &&
      `Publish the DMARC record, so that nobody else can send in the name of ${domain}.`,
    dmarc?.finding === 'wrong' &&
      `The DMARC record of ${domain} has no valid policy, or there are several: publish one that begins with v=DMARC1; p=quarantine.`,
    dmarc?.policy === 'none' &&
      `The DMARC policy of ${domain} is none, which stops nobody from sending in its name: once all of your mail passes, make it quarantine or reject.`,
  ].filter((hint) => hint !== false)
  return { spf: spf.finding, dmarc: dmarc?.finding ?? 'unknown', hints }
}

function dmarcOf(records: string[]): { finding: Finding; policy?: string } {
  if (records.length === 0) return { finding: 'missing' }
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(records[0]!)?.[1]?.toLowerCase()
  return records.length > 1 || policy === undefined ? { finding: 'wrong' } : { finding: 'found', policy }
}

/** Those of the domain, or else those of the registered domain above it. */
async function findPolicies(resolver: Resolver, domain: string): Promise<string[] | undefined> {
  const own = await findDmarc(resolver, domain)
  const above = parse(domain, { allowPrivateDomains: true }).domain
  return own?.length === 0 && above !== null && above !== domain ? findDmarc(resolver, above) : own
}

const findDmarc = (resolver: Resolver, domain: string): Promise<string[] | undefined> =>
  askDns(async () =>
    (await resolver.resolveTxt(`_dmarc.${domain}`))
      .map((strings) => strings.join('').trim())
      .filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text)),
  )
