const secretNames = new Set(['apikey', 'token', 'password'])

// A `?` or `&` that was percent-encoded by mistake still precedes a secret, in a path.
const separators = /([?&#]|%3f|%26)/i
const equals = /=|%3d/i

/**
 * Redacts the credentials in a URL, however the names of their parameters are encoded: a server reads `%61piKey` as
 * `apiKey`. Also accepts a text that contains a URL.
 */
export function redactUrl(url: string): string {
  if (!url.includes('=') && !url.includes('%')) return url
  const parts = url.split(separators)
  // Parts and separators alternate; a parameter follows a separator.
  for (let index = 2; index < parts.length; index += 2) parts[index] = redactParameter(parts[index]!)
  return parts.join('')
}

function redactParameter(parameter: string): string {
  const found = equals.exec(parameter)
  if (!found) return parameter
  const name = decode(parameter.slice(0, found.index))
  if (!secretNames.has(name.toLowerCase())) return parameter
  return `${parameter.slice(0, found.index)}${found[0]}[redacted]`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
