import { DomainError } from '@waypost/http'
import { isIP } from 'node:net'

export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  id: string
  /** The only origin whose pages may use them. */
  origin: string
}

/** EdDSA, ES256 and RS256 (COSE), which every authenticator has one of. What Node calls experimental is left out. */
export const algorithms = [-8, -7, -257]

const loopback = new Set(['127.0.0.1', '[::1]'])

/**
 * Finds out where passkeys work, from the dashboard's public URL. WebAuthn binds them to a domain, never to an IP address, and
 * works by https. On this machine browsers do without it for `localhost` and names below it.
 *
 * @returns undefined if passkeys cannot work there
 */
export function findRelyingParty(publicUrl: URL): RelyingParty | undefined {
  const url = new URL(publicUrl)
  if (loopback.has(url.hostname)) url.hostname = 'localhost'
  const id = url.hostname
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (url.protocol !== 'https:' && !/(?:^|\.)localhost$/.test(id)) return undefined
  return { id, origin: url.origin }
}

export function getRelyingParty(publicUrl: URL): RelyingParty {
  const found = findRelyingParty(publicUrl)
  if (!found)
    throw new DomainError(
      'conflict',
      'Passkeys need a public URL of the dashboard with https and a domain name',
    )
  return found
}

/** What an authenticator knows an account by: its id, and nothing that says whose it is. */
export const userHandleOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex')
