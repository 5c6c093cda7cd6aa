/** `Name: value` as it is signed, in the relaxed form (RFC 6376 section 3.4): the name in lower case, one space where there was any white space. */
export function canonicalField(field: string): string {
  const colon = field.indexOf(':')
  const name = field.slice(0, colon).trim().toLowerCase()
  const value = field
    .slice(colon + 1)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()
  return `${name}:${value}`
}
