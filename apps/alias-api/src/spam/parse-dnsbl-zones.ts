import { parseList } from '@waypost/http'
import { z } from 'zod'

export interface DnsblZone {
  zone: string
  /** What a listing adds to the score. */
  score: number
}

const defaultScore = 5
const zoneName = z.hostname()
const scoreOf = z.coerce.number().min(0.1).max(100)

/** Parses `zen.spamhaus.org, bl.example.com=2`: zones, and what a listing in each adds to the score. */
export function parseDnsblZones(text: string): DnsblZone[] {
  return parseList(text).map((each) => {
    const [zone = '', score, ...others] = each.split('=').map((part) => part.trim())
    if (others.length > 0) throw new Error(`${each} is not a zone with a score`)
    return {
      zone: zoneName.parse(zone.toLowerCase()),
      score: score === undefined ? defaultScore : scoreOf.parse(score),
    }
  })
}
