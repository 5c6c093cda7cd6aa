/**
 * A field in its relaxed canonical form (RFC 6376 section 3.4): the name in lower case, each run of white space as
 * one space.
 */
export function canonicalField(field: string): string {
  const colon = field.indexOf(':')
  const name = field.slice(0, colon).trim().toLowerCase()
  const value = field
    .slice(colon + 1)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()
  return `${name}:${value}`
}
