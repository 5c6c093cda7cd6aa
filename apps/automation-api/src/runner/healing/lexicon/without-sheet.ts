import type { Fingerprint } from '../fingerprint.ts'
import { type Lookalike } from '../lookalikes.ts'

/** So many other icons have the same before their names. */
const ENOUGH = 3

const nameOfIcon = (glyph = '') => /(?:^| )name:(\S+)/.exec(glyph)?.[1] ?? ''

/** The fingerprint with the name of its icon alone, where all icons beside it have the same before theirs: `jodit-bold` */
export function withoutSheet({
  fingerprint,
  lookalikes = [],
}: {
  fingerprint: Fingerprint
  lookalikes?: Lookalike[]
}): Fingerprint {
  const own = nameOfIcon(fingerprint.glyph)
  const [sheet = ''] = /^[a-z\d]+[-_](?=.)/i.exec(own) ?? []
  const others = new Set(
    lookalikes.map(({ glyph }) => nameOfIcon(glyph)).filter((each) => each !== '' && each !== own),
  )
  if (sheet === '' || others.size < ENOUGH || [...others].some((each) => !each.startsWith(sheet)))
    return fingerprint
  return { ...fingerprint, glyph: fingerprint.glyph.replace(own, own.slice(sheet.length)) }
}
