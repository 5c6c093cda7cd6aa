import type { Frame } from 'playwright-core'

// A page may hold any number of frames, and each costs a question at every look.
const MOST_FRAMES = 50

/** The frames inside this one, level by level. */
export function listInnerFrames(root: Frame): Frame[] {
  const found: Frame[] = []
  let level = [root]
  while (level.length > 0 && found.length < MOST_FRAMES) {
    level = level.flatMap((frame) => frame.childFrames())
    found.push(...level)
  }
  return found.slice(0, MOST_FRAMES)
}

/** The frame that the indices lead to; undefined while it is not there. */
export function findChildFrame(root: Frame, path: number[]): Frame | undefined {
  return path.reduce<Frame | undefined>((frame, index) => frame?.childFrames()[index], root)
}
