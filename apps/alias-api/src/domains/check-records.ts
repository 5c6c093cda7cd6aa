import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { DnsOptions } from '../services.ts'
import { txtPrefix, type DnsRecords, type Finding } from './domain.ts'

interface Checks {
  mx: Finding
  txt: Finding
}

export interface CheckedRecords {
  checks: Checks
  /** The TXT records of the domain; undefined where DNS did not answer. */
  texts: string[] | undefined
}

/** Queries DNS for both records concurrently. Never rejects: a record is `unknown` where DNS does not answer. */
export async function checkRecords(
  { mx, txt }: DnsRecords,
  { servers, timeoutMs }: Pick<DnsOptions, 'servers' | 'timeoutMs'>,
): Promise<CheckedRecords> {
  // A new resolver for each check, since a resolver caches its answers.
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const [exchanges, texts] = await Promise.all([
    askDns(async () => (await resolver.resolveMx(mx.host)).map(({ exchange }) => normalise(exchange))),
    // A TXT record of several strings is one text.
    askDns(async () => (await resolver.resolveTxt(txt.host)).map((strings) => normalise(strings.join('')))),
  ])
  const checks = {
    mx: compare(exchanges, normalise(mx.value), () => true),
    txt: compare(texts, normalise(txt.value), (text) => text.startsWith(txtPrefix)),
  }
  return { checks, texts }
}

/** Whether a domain surely has no such TXT record. */
export const isWithout = (texts: string[] | undefined, value: string): boolean =>
  texts !== undefined && !texts.includes(normalise(value))

/** Returns no values where the name has none, and undefined where DNS did not answer. */
export async function askDns(resolve: () => Promise<string[]>): Promise<string[] | undefined> {
  try {
    return await resolve()
  } catch (error) {
    const { code } = error as { code?: string }
    return code === NODATA || code === NOTFOUND ? [] : undefined
  }
}

function compare(values: string[] | undefined, wanted: string, isMeant: (value: string) => boolean): Finding {
  if (values === undefined) return 'unknown'
  if (values.includes(wanted)) return 'found'
  return values.some(isMeant) ? 'wrong' : 'missing'
}

const normalise = (value: string) => value.trim().replace(/\.$/, '').toLowerCase()
