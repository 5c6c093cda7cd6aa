/** Undoes a part of something that was started. */
export type Stop = () => Promise<void>

/**
 * Collects what undoes the parts of something.
 *
 * @returns `undo` undoes them, the last one first; what cannot be undone is told to `onError`, and the rest undone all the same
 */
export function createUndos(onError: (error: unknown) => void): {
  onStop(stop: Stop): void
  undo: Stop
} {
  const stops: Stop[] = []
  return {
    onStop: (stop) => void stops.push(stop),
    async undo() {
      for (const stop of stops.toReversed()) await stop().catch(onError)
    },
  }
}
