import { parseList } from '@waypost/http'
import { z } from 'zod'

export interface DnsblZone {
  zone: string
  /** What a listing adds to the score. */
  score: number
}

const entry = z.tuple([z.hostname(), z.coerce.number().min(0.1).max(100).default(5)])

/** Parses `zen.spamhaus.org, bl.example=2`: zones, and what a listing in each adds to the score. Throws on anything else. */
export function parseDnsblZones(text: string): DnsblZone[] {
  return parseList(text.toLowerCase()).map((each) => {
    const { success, data } = entry.safeParse(each.split('=').map((part) => part.trim()))
    if (!success) throw new Error('must be a list such as zen.spamhaus.org, bl.example=2')
    const [zone, score] = data
    return { zone, score }
  })
}
