/** Whether a text is what the pattern says, where `*` stands for any text. */
export function matchWildcards(pattern: string, text: string): boolean {
  // Part by part instead of by a regular expression, which many stars could keep busy for ever.
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
 * Whether an address that was written down in a recording is meant. What comes after the path often differs from one
 * visit to the next (a session, a campaign, a time), so it counts only in a pattern with a `*`.
 */
export function matchRecordedAddress(pattern: string, url: string): boolean {
  if (pattern.includes('*')) return matchWildcards(pattern, url)
  return pathOf(pattern) === pathOf(url)
}

const normalise = (url: string) => URL.parse(url)?.href ?? url

// A page that finds its way by the fragment has a path of its own in it.
function pathOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const [route = ''] = /^#[!/][^?]*/.exec(url.hash) ?? []
  return `${url.origin}${url.pathname}${route}`
}
