// Any variable of a run, and any header of a webhook, may be a secret.
const secretProperties = new Set([
  'secret',
  'password',
  'token',
  'refreshToken',
  'rawKey',
  'apiKey',
  'variables',
  'headers',
])
const shownLength = 200

/**
 * The value at `path` in the form in which an error may repeat it: `null` if missing, `"[redacted]"` in place of
 * every secret, and at most 200 characters, beyond which it becomes the beginning of its text.
 */
export function receivedValue(input: unknown, path: PropertyKey[]): unknown {
  const value = valueAt(input, path)
  if (value === undefined || value === null) return null
  if (path.some((part) => secretProperties.has(String(part)))) return '[redacted]'
  if (typeof value === 'string') return shorten(value)
  if (typeof value !== 'object') return value
  const text = JSON.stringify(value, (key, inner: unknown) =>
    secretProperties.has(key) ? '[redacted]' : inner,
  )
  return text.length <= shownLength ? JSON.parse(text) : shorten(text)
}

/** At most 200 characters of a text from outside. */
export function shorten(text: string): string {
  // Cutting may split a surrogate pair.
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()}…`
}

/** The value at `path`; undefined where it is missing or inherited. */
export function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, key)
        ? (value as never)[key]
        : undefined,
    input,
  )
}
