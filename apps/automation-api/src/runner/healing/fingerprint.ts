import { z } from 'zod'
import { storableText } from '@waypost/postgres'

const BYTE_LIMIT = 4096

const text = (length: number) =>
  z
    .string()
    .catch('')
    .transform((value) => storableText(value.slice(0, length)))

const texts = (count: number, length: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => values.slice(0, count).map((value) => text(length).parse(value)))

const number = z.number().catch(0).transform(Math.round)
const box = z.object({ x: number, y: number, width: number, height: number })

/**
 * The description of an element by which it is recognised. It contains nothing that a user types: no values, no text
 * of editable elements.
 */
export const fingerprintSchema = z.object({
  tag: text(40),
  role: text(40),
  /** The accessible name. */
  name: text(120),
  label: text(100),
  placeholder: text(100),
  type: text(40),
  nameAttribute: text(80),
  /** The id, where it does not look generated. */
  id: text(80),
  /** As CSS attribute selectors, such as `data-testid="save"`. */
  testIds: texts(3, 100),
  /** Path and fragment of a link or of a form's action. */
  href: text(200),
  /** A hash of where a link leads, with its query; earlier releases did not store it. */
  destination: text(4),
  /** The host of a link to another site. */
  site: text(80),
  alt: text(80),
  title: text(100),
  /** The name of an icon inside, by the icon's own attributes. */
  icon: text(80),
  /** What the icon shows, in parts such as `name:trash`. */
  glyph: text(80),
  /** The classes that look neither generated nor like a state. */
  classes: texts(8, 40),
  text: text(160),
  /** The neighbouring texts, nearest first. */
  before: texts(4, 60),
  after: texts(4, 60),
  /** From the nearest ancestor with an id, by attributes. */
  xpath: text(300),
  indexedXpath: text(300),
  box: box.catch({ x: 0, y: 0, width: 0, height: 0 }),
  /** Names or URL paths of the frames that lead to it. */
  framePath: texts(5, 100),
  /** Its index among the elements with the same tag, role and name (or text, without a name), and their number. */
  ordinal: z.object({ index: number, count: number }).catch({ index: 0, count: 1 }),
  /** What a field is for, by its type or its `autocomplete`, and how many fields on the page are for that. */
  fieldKind: text(40),
  fieldKindCount: number,
  /** The part of the page that it is in, such as `navigation`; earlier releases did not store it. */
  landmark: text(20),
  /** The heading above it, where no other element of its name has the same one; earlier releases did not store it. */
  heading: text(60),
  /** The kinds of the fields and buttons of its form in their order; a star is before its own. */
  form: text(200),
  /** How many elements of its name are in the same part of the page, and at that place of such a form; 0 if that is unknown. */
  twins: z.object({ part: number, form: number }).catch({ part: 0, form: 0 }),
  /** The page's URL path with ids replaced. */
  pageTemplate: text(200),
})

export type Fingerprint = z.infer<typeof fingerprintSchema>

/** Parses a fingerprint from a page or a row: every field bounded, the whole below 4 KiB, and storable as jsonb. */
export function toFingerprint(value: unknown): Fingerprint {
  const source = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  let fingerprint = fingerprintSchema.parse(source)
  // Scripts with three bytes per letter, and JSON's escapes, exceed the limits on letters.
  for (let keep = 0.8; Buffer.byteLength(JSON.stringify(fingerprint)) >= BYTE_LIMIT; keep *= 0.8) {
    fingerprint = fingerprintSchema.parse(shorten(fingerprint, keep))
  }
  return fingerprint
}

function shorten(fingerprint: Fingerprint, keep: number): object {
  const cut = (value: string) => value.slice(0, Math.max(8, Math.floor(value.length * keep)))
  const entries = Object.entries(fingerprint).map(([field, value]) => {
    if (typeof value === 'string') return [field, cut(value)]
    return [field, Array.isArray(value) ? value.map(cut) : value]
  })
  return Object.fromEntries(entries) as object
}

/** `/users/42/edit` → `/users/:id/edit` */
export function toPageTemplate(url: string): string {
  const { pathname } = URL.parse(url) ?? { pathname: '' }
  const parts = pathname.split('/').map((part) => {
    const hasDigits = /\d/.test(part)
    return /^\d+$/.test(part) ||
      (hasDigits && /^[\da-f-]{8,}$/i.test(part)) ||
      (hasDigits && part.length > 24)
      ? ':id'
      : part
  })
  return parts.join('/')
}
