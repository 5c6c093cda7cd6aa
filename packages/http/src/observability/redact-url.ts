const secretNames = new Set(['apikey', 'token'])

// A `?` or `&` that was encoded by mistake leads to the same secret in a path.
const separators = /([?&#]|%3f|%26)/i
const equals = /=|%3d/i

/**
 * Blanks the credentials that a URL may carry, whichever way the names of its parameters are encoded: a server reads
 * `%61piKey` as `apiKey`. May be given a text that has a URL in it.
 */
export function redactUrl(url: string): string {
  if (!url.includes('=') && !url.includes('%')) return url
  const parts = url.split(separators)
  // Parts and what separates them take turns; a parameter has a separator before it.
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
