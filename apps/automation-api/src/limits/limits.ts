/** The limits of every account for which the operator has set no others, where the environment says nothing. */
export const defaultLimits = {
  activeRuns: 20,
  waitingRuns: 200,
  waitingJobs: 1000,
  waitingIntents: 100,
  /** Of 1,440 that a day has: as long as one run that never ends. */
  runMinutesPerDay: 1440,
  activeRecordings: 1,
  recordingMinutesPerDay: 240,
  automations: 500,
  versionsKept: 50,
  bytesStored: 2 ** 30,
  pipelines: 200,
  pipelineMembers: 50,
  schedules: 100,
  webhooks: 100,
  requestsPerMinute: 600,
}

export type LimitName = keyof typeof defaultLimits
export type Limits = Record<LimitName, number>

export const limitNames = Object.keys(defaultLimits) as LimitName[]

/** The least and the greatest value of each limit. */
export const limitRanges: Record<LimitName, [least: number, greatest: number]> = {
  activeRuns: [0, 1_000_000],
  waitingRuns: [0, 1_000_000],
  waitingJobs: [0, 1_000_000],
  waitingIntents: [0, 1_000_000],
  runMinutesPerDay: [0, 100_000_000],
  activeRecordings: [0, 1000],
  recordingMinutesPerDay: [0, 1_000_000],
  automations: [0, 1_000_000],
  // An automation always has its current version.
  versionsKept: [1, 10_000],
  bytesStored: [0, 2 ** 50],
  pipelines: [0, 1_000_000],
  // A request cannot name more.
  pipelineMembers: [1, 50],
  schedules: [0, 1_000_000],
  webhooks: [0, 1_000_000],
  requestsPerMinute: [1, 10_000_000],
}
