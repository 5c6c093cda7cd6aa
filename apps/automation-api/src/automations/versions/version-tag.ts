import type { Automation } from '../automation.ts'

/** The `ETag` of what has versions: its version, and what else may change of its answer without making a new one. */
export function versionTag(version: number, more = ''): string {
  return `"${version}${more && `.${more}`}"`
}

/** The `ETag` of an automation. */
export function automationTag({ version, validation }: Automation): string {
  if (validation === null) return versionTag(version)
  const { status, executionIds } = validation
  return versionTag(version, `${status}.${executionIds.length}.${executionIds[0]}`)
}

/** Whether `If-None-Match` names the very tag (RFC 9110, 13.1.2). */
export function namesTag(tags: string, tag: string): boolean {
  return readTags(tags).some((name) => name === '*' || name === tag)
}

/** Whether `If-Match` names the version, whatever else was another then: a change is of a version. */
export function namesVersion(tags: string, version: number): boolean {
  return readTags(tags).some((name) => name === '*' || /^"(\d+)(\.[^"]*)?"$/.exec(name)?.[1] === `${version}`)
}

// A weak one counts too: a proxy that compresses answers weakens what it passes on.
const readTags = (tags: string): string[] => tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
