import { isIP, isIPv4 } from 'node:net'
import { parseList, parsedVariable } from './parse-environment.ts'

/** Where a process listens: an IP address, or a name that leads to one of the machine's. */
export const hostVariable = (usual: string) => parsedVariable(parseHost, usual)

function parseHost(text: string): string {
  if (isIP(text) === 0 && !isHostName(text)) throw new Error('must be an IP address or a host name')
  return text
}

// A name whose last label is a number would be an IPv4 address, and is not a valid one.
const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  /^([a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?\.)*(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(text)

/** The names of ranges that Fastify knows. */
const rangeNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** The peers whose forwarded addresses are trusted, as Fastify takes them. */
export function parseTrustProxy(text: string): boolean | string {
  if (text === 'true') return true
  if (text === 'false') return false
  const peers = parseList(text)
  if (peers.length === 0 || !peers.every((peer) => rangeNames.has(peer) || isRange(peer)))
    throw new Error(
      'must be true, false, or a list of IP addresses, CIDRs and the names loopback, linklocal and uniquelocal',
    )
  return peers.join(',')
}

/** Whether a text is an IP address or a CIDR. */
function isRange(text: string): boolean {
  const [address, prefix, ...rest] = text.split('/') as [string, ...string[]]
  if (rest.length > 0 || isIP(address) === 0 || address.includes('%')) return false
  if (prefix === undefined) return true
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128)
}

/** Origins exactly as browsers send them. */
export function parseOrigins(text: string): string[] {
  const origins = parseList(text)
  if (!origins.every(isOrigin))
    throw new Error('must be a list of origins, such as https://app.example.com: lower case, without a path')
  return origins
}

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text
