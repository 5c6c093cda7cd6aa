import type { Automation } from '../automation.ts'

/**
 * The `ETag` of a versioned resource: its version, and whatever else may change its response without a new version.
 */
export function versionTag(version: number, more = ''): string {
  return `"${version}${more && `.${more}`}"`
}

/** The `ETag` of an automation. */
export function automationTag({ version, validation }: Automation): string {
  if (validation === null) return versionTag(version)
  const { status, executionIds } = validation
  return versionTag(version, `${status}.${executionIds.length}.${executionIds[0]}`)
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
