import type { Authenticity } from '../authenticity/authenticity.ts'
import { plainIp } from './reverse-name.ts'
import type { SpamReason } from './spam.ts'

interface Known {
  authentication: Authenticity
  fromAddress: string
  mailFrom: string
  clientIp: string
  /** Who sends more mail than they should; undefined: nobody. */
  many: string | undefined
}

/** What speaks against a message by what is known of it without asking anybody. */
export function scoreMessage({ authentication, fromAddress, mailFrom, clientIp, many }: Known): SpamReason[] {
  const { spf, dkim, dmarc, missingDomain, verdict } = authentication
  // Not where DNS has yet to answer.
  const hasFailed = verdict === 'forged' && dmarc.result === 'fail'
  const isSigned = dkim.some(({ result }) => result === 'pass')
  const literal = [fromAddress, mailFrom].find((address) => hasForgedLiteral(address, clientIp))
  const isEnforced = hasFailed && (dmarc.policy === 'reject' || dmarc.policy === 'quarantine')
  return [
    isEnforced && {
      rule: 'dmarc',
      score: 5,
      description: `It fails DMARC, and ${dmarc.domain ?? 'its domain'} asks to ${dmarc.policy} such mail.`,
    },
    hasFailed && !isEnforced && { rule: 'dmarc', score: 2, description: 'It fails DMARC.' },
    verdict === 'forged' &&
      dmarc.result === 'permerror' && {
        rule: 'author',
        score: 3,
        description: 'It has no author, or several.',
      },
    spf.result === 'fail' && {
      rule: 'spf',
      score: 2,
      description: `${spf.domain ?? 'Its domain'} says that the server ${clientIp} does not send its mail.`,
    },
    spf.result === 'softfail' && {
      rule: 'spf',
      score: 1,
      description: `${spf.domain ?? 'Its domain'} says that the server ${clientIp} should not send its mail.`,
    },
    !isSigned &&
      dkim.some(({ result }) => result === 'fail') && {
        rule: 'dkim',
        score: 1,
        description: 'Its signature is broken.',
      },
    missingDomain !== undefined && {
      rule: 'domain',
      score: 3,
      description: `The sender’s domain ${missingDomain} does not exist.`,
    },
    literal !== undefined && {
      rule: 'literal',
      score: 3,
      description: `${literal} is the address of another host.`,
    },
    many !== undefined && { rule: 'rate', score: 2, description: many },
  ].filter((reason) => reason !== false)
}

/** Whether the domain of an address is an IP address that is not its client's. */
export function hasForgedLiteral(address: string, clientIp: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return (
    domain.startsWith('[') &&
    domain
      .slice(1)
      .replace(/\]$/, '')
      .replace(/^IPv6:/i, '')
      .toLowerCase() !== plainIp(clientIp)
  )
}
