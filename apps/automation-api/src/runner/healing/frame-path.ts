import type { Frame } from 'playwright-core'

/** The path from the page to a frame, as in the Recorder: the index of each frame in its parent. */
export function toFrameIndexes(frame: Frame): number[] {
  const parent = frame.parentFrame()
  return parent ? [...toFrameIndexes(parent), parent.childFrames().indexOf(frame)] : []
}
