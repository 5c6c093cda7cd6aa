/**
 * The `ETag` of a versioned resource: its version, and whatever else may change its response without a new version.
 */
export function versionTag(version: number, more = ''): string {
  return `"${version}${more && `.${more}`}"`
}

/** Whether `If-None-Match` names exactly this tag (RFC 9110, 13.1.2). */
export function namesTag(tags: string, tag: string): boolean {
  return readTags(tags).some((name) => name === '*' || name === tag)
}

/** Whether `If-Match` names the version; the rest of the tag may differ, because a change applies to a version. */
export function namesVersion(tags: string, version: number): boolean {
  return readTags(tags).some((name) => name === '*' || /^"(\d+)(\.[^"]*)?"$/.exec(name)?.[1] === `${version}`)
}

// A weak tag counts too, because a proxy that compresses responses weakens their tags.
const readTags = (tags: string): string[] => tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
