/** By what recordings are ended; `failed` also where its browser has passed a bound. */
export const recordingEnds = [
  'person',
  'deleted',
  'idle',
  'time_limit',
  'day_limit',
  'runner_stopped',
  'failed',
] as const

export type RecordingEnd = (typeof recordingEnds)[number]

/** The reason with which the signal of a recording aborts. */
export class Ended extends Error {
  readonly by: RecordingEnd
  /** What its person is told; null where they have ended it. */
  readonly told: string | null

  constructor(by: RecordingEnd, told: string | null) {
    super(told ?? by)
    this.by = by
    this.told = told
  }
}
