import { findTextUrls } from './find-text-urls.ts'
import type { Trackers } from './find-trackers.ts'
import { withoutTracking } from './tracking-parameters.ts'

/** Finds the tracking parameters of links in a plain text. See `findTextUrls`. */
export function findTextTrackers(text: string, hasDelSp: boolean): Trackers {
  const found: Trackers = { edits: [], pixels: [], links: 0 }
  for (const { start, end, isWhole } of findTextUrls(text, hasDelSp)) {
    const url = withoutTracking(text.slice(start, end), isWhole)
    if (url === undefined) continue
    found.links += 1
    found.edits.push({ start, end, text: url })
  }
  return found
}
