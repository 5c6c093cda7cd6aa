import type { Frame } from 'playwright-core'
import { findDocumentFailure } from './watch-documents.ts'

// A page may have any number of frames, and each costs a query at every look.
const MAX_FRAMES = 50

/** The frames inside this one, level by level, that show pages of their sites. */
export function listInnerFrames(root: Frame): Frame[] {
  const found: Frame[] = []
  let level = [root]
  while (level.length > 0 && found.length < MAX_FRAMES) {
    level = level.flatMap((frame) => frame.childFrames()).filter((frame) => !findDocumentFailure(frame))
    found.push(...level)
  }
  return found.slice(0, MAX_FRAMES)
}

/** The frame at the path of indices; undefined while it does not exist, or shows no page of its site. */
export function findChildFrame(root: Frame, path: number[]): Frame | undefined {
  const frame = followPath(root, path)
  return frame && findDocumentFailure(frame) ? undefined : frame
}

/** The frame at a path of child indices; undefined where there is none. */
export function followPath(root: Frame, path: number[]): Frame | undefined {
  return path.reduce<Frame | undefined>((frame, index) => frame?.childFrames()[index], root)
}
