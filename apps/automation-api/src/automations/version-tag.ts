/** The `ETag` of an automation: its version. */
export function versionTag(version: number): string {
  return `"${version}"`
}

/**
 * Whether a list of entity tags, as in `If-Match` and `If-None-Match`, names the version (RFC 9110, 13.1).
 * A weak one does too: a proxy that compresses answers weakens what it passes on.
 */
export function namesVersion(tags: string, version: number): boolean {
  const wanted = versionTag(version)
  return tags.split(',').some((tag) => {
    const name = tag.trim().replace(/^W\//, '')
    return name === '*' || name === wanted
  })
}
