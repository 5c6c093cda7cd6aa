import type { Frame } from 'playwright-core'

/** A frame's way down from the page, as the Recorder writes it: the index of each frame in its parent. */
export function toFrameIndexes(frame: Frame): number[] {
  const parent = frame.parentFrame()
  return parent ? [...toFrameIndexes(parent), parent.childFrames().indexOf(frame)] : []
}
