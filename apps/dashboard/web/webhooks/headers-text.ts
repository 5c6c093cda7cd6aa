import type { ChangeEvent } from 'react'

// What stands in place of a value that the service has and does not show.
const unchanged = '(unchanged)'

/** The text for the headers that a webhook has. */
export function writeHeaders(names: string[] = []): string {
  return names.map((name) => `${name}: ${unchanged}`).join('\n')
}

/** The change that a text of one header a line means, for a webhook that has headers of these names. */
export function readHeaders(text: string, names: string[] = []): Record<string, string | null> {
  const written = new Map(linesOf(text).map(splitLine))
  const changed = [...written].filter(([name, value]) => !(value === unchanged && names.includes(name)))
  const removed = names.filter((name) => !written.has(name)).map((name): [string, null] => [name, null])
  return Object.fromEntries([
    ...changed.map(([name, value]) => [name, encodeBasic(value)] as const),
    ...removed,
  ])
}

/** As a new webhook is given them. */
export function givenHeaders(headers: Record<string, string | null>): { headers?: Record<string, string> } {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)
  return given.length > 0 ? { headers: Object.fromEntries(given) } : {}
}

/** Lets the browser refuse lines that are no headers; the service checks the names and values. */
export function requireHeaders({ target }: ChangeEvent<HTMLTextAreaElement>): void {
  const isEach = linesOf(target.value).every((line) => /^[^\s:]+\s*:\s*\S/.test(line))
  target.setCustomValidity(isEach ? '' : 'Write one header a line, such as X-Tenant: 42')
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function splitLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

// `Basic` with a user and a password, which HTTP wants in base64. Base64 itself has no colon.
function encodeBasic(value: string): string {
  const scheme = 'Basic '
  if (!value.startsWith(scheme) || !value.includes(':')) return value
  const credentials = value.slice(scheme.length).trim()
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(credentials)))}`
}
