import type { Fingerprint } from '../fingerprint.ts'

const TEXT_LIMIT = 60
const NEIGHBOURS = 2

/**
 * One element on one line of JSON, of bounded length and without empty fields. Fields of the fingerprint that tell a
 * reader little are left out: XPaths, classes, pixels, the page and its frames.
 */
export function describeForModel(
  { ordinal, ...of }: Fingerprint,
  hide: (text: string) => string,
  index?: number,
): string {
  // Hidden before the text is cut: half of a secret would not be recognised.
  const short = (value: string) => hide(value).slice(0, TEXT_LIMIT).toWellFormed()
  const texts = {
    tag: of.tag,
    role: of.role,
    type: of.type,
    name: of.name,
    text: of.text === of.name ? '' : of.text,
    label: of.label === of.name ? '' : of.label,
    placeholder: of.placeholder,
    alt: of.alt,
    title: of.title,
    icon: of.icon,
    id: of.id,
    nameAttribute: of.nameAttribute,
    testId: of.testIds.join(' '),
    href: withoutTokens(of.href),
  }
  const fields = Object.entries(texts)
    .map(([field, value]) => [field, short(value)])
    .filter(([, value]) => value !== '')
  const description = {
    ...(index !== undefined && { index }),
    ...(Object.fromEntries(fields) as object),
    ...(ordinal.count > 1 && { which: `${ordinal.index} of ${ordinal.count} of this name` }),
    before: of.before.slice(0, NEIGHBOURS).map(short),
    after: of.after.slice(0, NEIGHBOURS).map(short),
  }
  // A text of the page cannot close the data block around it.
  return JSON.stringify(description).replaceAll('<', String.raw`\u003c`)
}

/** Removes random-looking parts of a URL, which may grant access to whoever knows them. */
function withoutTokens(href: string): string {
  return href.replaceAll(/[^/#?&=]{16,}/g, (part) => (/\d/.test(part) ? ':id' : part))
}
