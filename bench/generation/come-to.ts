import { isDeepStrictEqual } from 'node:util'

/** What a run came to. */
export interface Came {
  read: Record<string, unknown>
  /** The path and query of its last page, and what the page says. */
  path: string
  said: string
  files: string[]
}

/** Whether a run came to a part of what was wanted. */
export function comesTo(came: Came, wanted: string, address: string): boolean {
  const [word = '', ...rest] = wanted.split(' ')
  const what = rest.join(' ')
  if (word === 'at') return came.path === what
  if (word === 'says') return came.said === what
  if (word === 'file') return came.files.some((name) => new RegExp(`^${what}$`).test(name))
  const values = JSON.parse(wanted.replaceAll('SITE', address)) as Record<string, unknown>
  const read = Object.entries(came.read)
  return Object.entries(values).every(([name, value]) =>
    read.some(([key, found]) => (name === '*' || key === name) && isAlike(found, value)),
  )
}

function isAlike(found: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return isDeepStrictEqual(asText(found), wanted)
  if (!Array.isArray(found) || found.length !== wanted.length) return false
  return wanted.every((row: unknown, index) => {
    const own: unknown = found[index]
    if (!Array.isArray(row)) return isDeepStrictEqual(asText(own), row)
    if (typeof own !== 'object' || own === null) return false
    const values = Object.values(own).filter((value) => value !== '' && value !== null)
    return isDeepStrictEqual(values.map(asText).toSorted(), row.toSorted())
  })
}

/** A list of one value, or a row with one, is that value. */
function asText(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    const values = Object.values(value)
    if (values.length === 1) return asText(values[0])
  }
  return value
}
