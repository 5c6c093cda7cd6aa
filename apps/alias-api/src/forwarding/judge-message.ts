import { Resolver } from 'node:dns/promises'
import { authenticate } from 'mailauth'
import type { DnsOptions } from '../services.ts'

/**
 * What a message is worth to whoever gets it from us. `signed`: its author's signature proves it, and goes with it.
 * `vouched`: the server that handed it over proved it, which ours cannot do in its place. `unprotected`: its author's
 * domain says nothing of what to do with others. `forged`: it is not from whom it says. `unknown`: DNS did not say.
 */
export type Judgement = 'signed' | 'vouched' | 'unprotected' | 'forged' | 'unknown'

export interface JudgedMessage {
  content: Buffer
  mailFrom: string
  clientIp: string
  clientName: string
}

/** DMARC of a message as it came in. */
export async function judgeMessage(
  { content, mailFrom, clientIp, clientName }: JudgedMessage,
  { servers, timeoutMs, mxHost }: DnsOptions,
): Promise<Judgement> {
  const dns = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) dns.setServers(servers)
  const { dkim, spf, dmarc } = await authenticate(content, {
    ip: clientIp,
    helo: clientName,
    sender: mailFrom,
    mta: mxHost,
    resolver: (name, type) => dns.resolve(name, type) as Promise<string[]>,
    disableArc: true,
    disableBimi: true,
  })
  // No author, or authors of several domains: nobody answers for it.
  if (!dmarc) return 'forged'
  switch (dmarc.status.result) {
    case 'pass':
      return dmarc.alignment?.dkim.result ? 'signed' : 'vouched'
    case 'none':
      return 'unprotected'
    case 'fail': {
      const checks = [...dkim.results.map(({ status }) => status.result), spf ? spf.status.result : 'none']
      return checks.includes('temperror') ? 'unknown' : 'forged'
    }
    default:
      return 'unknown'
  }
}
