import { parseList } from '@waypost/http'
import { z } from 'zod'

const sealer = z.hostname().regex(/\./)

/** Parses `lists.example.org, example.net`: the domains (`d=`) whose ARC seals are believed. Throws on anything else. */
export function parseArcSealers(text: string): string[] {
  return parseList(text.toLowerCase()).map((each) => {
    if (!sealer.safeParse(each).success)
      throw new Error('must be a list of domains such as lists.example.org')
    return each
  })
}
