import { spell, type ProfileVariable } from './profile.ts'
import type { ValueKind } from './value-kinds.ts'

/** Which values a variable takes, by a word of its name. The first that fits decides. */
const KINDS: [RegExp, ValueKind[]][] = [
  [/\b(e mail|email|mail)\b/, ['email']],
  [/\b(url|link|website|web address)\b/, ['url', 'host']],
  [/\biban\b/, ['iban']],
  [/\b(date|day|deadline|arrival|departure|birthday|checkin|checkout|check in|check out)\b/, ['date']],
  [
    /\b(number|no|id|code|sku|isbn|ean|reference number|plate|registration|permit)\b/,
    ['code', 'number', 'quoted'],
  ],
  [
    /\b(amount|price|sum|total|rent|cost|budget|quantity|count|hours|minutes|days|nights|people|guests|persons|reading|limit|max|min|age|year|percent|size|weight)\b/,
    ['number'],
  ],
]
/** What can be any text has to be quoted, or told by where it stands. */
export const TEXT: ValueKind[] = ['quoted']
const PLACE = /\b(city|town|place|location|country|region|port|harbour|airport|station|area)\b/

export function kindsOf({ name, labels }: ProfileVariable): ValueKind[] {
  const own = spell(name).toLowerCase()
  const kinds = [own, ...labels].map((label) => KINDS.find(([pattern]) => pattern.test(label))?.[1])
  // Its own name says more than that of a field: "Number of guests" is no code.
  return kinds[0] ?? (PLACE.test(own) ? TEXT : kinds.find(Boolean)) ?? TEXT
}

export const takesText = (variable: ProfileVariable) => kindsOf(variable) === TEXT

export const takesPlace = (variable: ProfileVariable) =>
  takesText(variable) && variable.labels.some((label) => PLACE.test(label))
