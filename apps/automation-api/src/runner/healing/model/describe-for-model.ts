import type { Fingerprint } from '../fingerprint.ts'

const TEXT_LIMIT = 60
const NEIGHBOURS = 2

/**
 * One element on one line of JSON, of bounded length and without what is empty. Of what a fingerprint holds it leaves
 * out all that says little to a reader: XPaths, classes, pixels, the page and its frames.
 */
export function describeForModel(
  { ordinal, ...of }: Fingerprint,
  hide: (text: string) => string,
  index?: number,
): string {
  // Before it is cut: half a secret would not be known for one.
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
  // A text of the page cannot close the block of data that it stands in.
  return JSON.stringify(description).replaceAll('<', String.raw`\u003c`)
}

/** The parts of an address that look drawn at random may open something to whoever knows them. */
function withoutTokens(href: string): string {
  return href.replaceAll(/[^/#?&=]{16,}/g, (part) => (/\d/.test(part) ? ':id' : part))
}
