/** Whether a text matches the pattern, where `*` stands for any text. */
export function matchWildcards(pattern: string, text: string): boolean {
  // Part by part instead of by a regular expression, which many stars could make endless.
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false
  let at = start.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= text.length - end.length
}

export function matchAddress(pattern: string, url: string): boolean {
  return pattern.includes('*') ? matchWildcards(pattern, url) : normalise(pattern) === normalise(url)
}

/**
 * Whether a URL matches a recorded one. The query and the fragment often differ from one visit to the next (a session,
 * a campaign, a time), so they count only in a pattern with a `*`.
 */
export function matchRecordedAddress(pattern: string, url: string): boolean {
  if (pattern.includes('*')) return matchWildcards(pattern, url)
  return pathOf(pattern) === pathOf(url)
}

const normalise = (url: string) => URL.parse(url)?.href ?? url

// A page that routes by the fragment has a path in it.
function pathOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const [route = ''] = /^#[!/][^?]*/.exec(url.hash) ?? []
  return `${url.origin}${url.pathname}${route}`
}
