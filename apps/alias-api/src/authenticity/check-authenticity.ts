import { NODATA, NOTFOUND, TIMEOUT } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { Readable } from 'node:stream'
import { authenticate, type AuthenticateResult } from 'mailauth'
// Imported by itself: the checker process restarts whenever a message has ended it, and needs no database.
import { storableText } from '@waypost/postgres/storable-text'
import { createSingleFlight } from '@waypost/concurrency'
import type { DnsOptions } from '../services.ts'
import type { Authentication, Authenticity, ReceivedMessage } from './authenticity.ts'
import { readArcChain } from './read-arc-chain.ts'

// No honest message has more signatures; each costs a DNS query and, if there is a key, a verification.
const mostKeys = 10
const mostSignaturesShown = 10
const longestHeader = 8000
// What a busy process needs for other messages is not taken from the time of DNS, up to this.
const mostBusyMs = 2000

/** Checks SPF, DKIM, DMARC and ARC. A message can be made to take very long, hence `createAuthenticityChecker`. */
export async function checkAuthenticity(
  { content, openWhole, mailFrom, clientIp, clientName }: ReceivedMessage,
  dns: DnsOptions,
  dnsMs: number,
): Promise<Authenticity> {
  const resolver = createResolver(dns, dnsMs)
  const checked = await authenticate(
    openWhole ? Readable.from(openWhole(), { objectMode: false }) : content,
    {
      ip: clientIp,
      helo: clientName,
      sender: mailFrom,
      mta: dns.mxHost,
      resolver: resolver.resolve,
      rejectRsaSha1: true,
      disableBimi: true,
    },
  )
  const { dkim, spf, dmarc, arc } = checked
  const verdict = verdictOf(checked)
  const senders = [mailFrom.slice(mailFrom.lastIndexOf('@') + 1), (dmarc && dmarc.status.header?.from) || '']
  const isProved = verdict === 'signed' || verdict === 'vouched'
  // Whoever proves an author answers for the domain, whether or not DNS has anything else of it.
  const missingDomain = isProved || dns.allowMissing ? undefined : await resolver.findMissing(senders)
  const chain = isProved ? undefined : readArcChain(arc)
  return {
    verdict,
    spf: { result: spf ? spf.status.result : 'none', domain: text(spf && spf.domain) },
    dkim: dkim.results.slice(0, mostSignaturesShown).map(({ status, signingDomain, selector }) => ({
      result: status.result,
      domain: text(signingDomain),
      selector: text(selector),
      aligned: Boolean(status.aligned),
    })),
    dmarc: dmarc
      ? { result: dmarc.status.result, domain: text(dmarc.status.header?.from), policy: text(dmarc.policy) }
      : { result: 'permerror', domain: null, policy: null },
    arc: { result: arc ? arc.status.result : 'none' },
    header: headerOf(checked.headers),
    ...(chain && { chain }),
    ...(missingDomain !== undefined && { missingDomain: storableText(missingDomain.slice(0, 255)) }),
  }
}

function verdictOf({ dkim, spf, dmarc }: AuthenticateResult): Authentication['verdict'] {
  // No author, or authors of several domains: no domain's policy applies.
  if (!dmarc) return 'forged'
  const { dkim: signature, spf: server } = dmarc.alignment ?? {}
  switch (dmarc.status.result) {
    case 'pass':
      // A signature of only the first lines of a message (`l=`) does not cover lines appended below them.
      if (signature?.result && !signature.underSized) return 'signed'
      return server?.result ? 'vouched' : 'forged'
    case 'none':
      return 'unprotected'
    case 'temperror':
      return 'unknown'
    default: {
      const checks = [...dkim.results.map(({ status }) => status.result), spf ? spf.status.result : 'none']
      return checks.includes('temperror') ? 'unknown' : 'forged'
    }
  }
}

// A hundred copies of a newsletter come at the same time and ask for the same records.
const share = createSingleFlight<string[]>()

/**
 * Asks from a separate port for each message, which makes forged DNS answers harder to place.
 *
 * @returns `findMissing` the first of two domains that does not exist, the envelope's and the author's. That is known from other
 * questions, or asked together with them: nothing waits for it
 */
function createResolver({ servers, timeoutMs }: DnsOptions, dnsMs: number) {
  let dns: Resolver | undefined
  const open = (): Resolver => {
    const opened = new Resolver({ timeout: Math.min(timeoutMs, dnsMs), tries: 2 })
    if (servers.length > 0) opened.setServers(servers)
    return opened
  }
  const ask = async (name: string, type: string) => (await (dns ??= open()).resolve(name, type)) as string[]
  const left = countDown(dnsMs)
  const keys = new Set<string>()
  /** Whether each name exists, as far as DNS has said so. */
  const existing = new Map<string, boolean>()
  let author: Promise<unknown> | undefined
  const resolve = async (name: string, type: string): Promise<string[]> => {
    if (author === undefined && name.startsWith(policyPrefix)) {
      const domain = name.slice(policyPrefix.length)
      author = existing.has(domain.toLowerCase()) ? Promise.resolve() : resolve(domain, 'MX').catch(() => {})
    }
    if (name.includes('._domainkey.') && keys.add(name).size > mostKeys) throw dnsError(NODATA)
    if (left() <= 0) throw dnsError(TIMEOUT)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const look = (): void => {
        const leftMs = left()
        if (leftMs > 0) timer = setTimeout(look, leftMs)
        else reject(dnsError(TIMEOUT))
      }
      look()
    })
    try {
      const answer = share([type, name, ...servers].join(' '), () => ask(name, type))
      // A copy, since the caller may sort it.
      const records = [...(await Promise.race([answer, late]))]
      existing.set(name.toLowerCase(), true)
      return records
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === NOTFOUND || code === NODATA) existing.set(name.toLowerCase(), code === NODATA)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    resolve,
    async findMissing(domains: string[]): Promise<string | undefined> {
      await author
      return domains.find((domain) => existing.get(domain.toLowerCase()) === false)
    },
  }
}

/**
 * Counts the time in which this process waits. While it is busy with other messages it reads no answers, though they may have
 * come; a check that gave up on them would be made again, at the busiest time.
 *
 * @returns the milliseconds that are left
 */
function countDown(ms: number): () => number {
  const startedAt = performance.now()
  const idleBefore = performance.eventLoopUtilization().idle
  return () => {
    const tookMs = performance.now() - startedAt
    const idleMs = performance.eventLoopUtilization().idle - idleBefore
    return Math.min(ms - idleMs, ms + mostBusyMs - tookMs)
  }
}

const policyPrefix = '_dmarc.'

const dnsError = (code: string) => Object.assign(new Error(code), { code })

/** The results without the field's name and the server's. */
function headerOf(headers: string): string {
  const value = /^Authentication-Results: [^;]*;\r\n ([^]*?)\r\n(?![ \t])/m.exec(`${headers}\r\n`)?.[1]
  return value === undefined || value.length > longestHeader ? 'none' : storableText(value.trimEnd())
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? storableText(value.slice(0, 255)).toWellFormed() : null
