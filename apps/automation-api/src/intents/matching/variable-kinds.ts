import { spell, type ProfileVariable } from './profile.ts'
import type { ValueKind } from './value-kinds.ts'

/** The kinds of values of a variable, by a word of its name. The first match decides. */
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
/** A value that can be any text must be quoted, or be identified by its place. */
export const TEXT: ValueKind[] = ['quoted']
const PLACE = /\b(city|town|place|location|country|region|port|harbour|airport|station|area)\b/

export function kindsOf({ name, labels }: ProfileVariable): ValueKind[] {
  const own = spell(name).toLowerCase()
  const kinds = [own, ...labels].map((label) => KINDS.find(([pattern]) => pattern.test(label))?.[1])
  // The variable's own name says more than its field's: "Number of guests" is not a code.
  return kinds[0] ?? (PLACE.test(own) ? TEXT : kinds.find(Boolean)) ?? TEXT
}

export const takesText = (variable: ProfileVariable) => kindsOf(variable) === TEXT

export const takesPlace = (variable: ProfileVariable) =>
  takesText(variable) && variable.labels.some((label) => PLACE.test(label))
