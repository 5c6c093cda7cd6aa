import { versionTag } from '@waypost/http'
import type { Automation } from '../automation.ts'

/** The `ETag` of an automation. */
export function automationTag({ version, validation }: Automation): string {
  if (validation === null) return versionTag(version)
  const { status, executionIds } = validation
  return versionTag(version, `${status}.${executionIds.length}.${executionIds[0]}`)
}
