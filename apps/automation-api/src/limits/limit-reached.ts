import { DomainError } from '@waypost/http'
import { defaultLimits } from './limits.ts'
import { nextRunDay } from './run-day.ts'

/** The error of what an account has no room for. */
export class LimitReachedError extends DomainError {
  override name = 'LimitReachedError'
}

interface Refusal {
  code: 'forbidden' | 'rate_limited'
  /** Names the limit, what is used of it, and how there is room again. */
  describe: (used: number, limit: number, now: number) => string
  /** Absent where nobody knows when there is room again. */
  resetsAt?: (now: number) => Date
}

const amount = (unit: string): Refusal => ({
  code: 'forbidden',
  describe: (used, limit) =>
    `Limit reached: ${used} of ${limit} ${unit} are used, and the limit does not reset: delete some first`,
})
const inFlight = (unit: string, way: string): Refusal => ({
  code: 'rate_limited',
  describe: (used, limit) =>
    `Limit reached: ${used} of ${limit} ${unit} are used; there is room again when one of them ${way}`,
})

const refusals = {
  waitingRuns: inFlight('waiting runs', 'starts or is stopped'),
  waitingJobs: inFlight('waiting jobs', 'begins'),
  waitingIntents: inFlight('waiting requests in plain language', 'is dealt with'),
  runMinutesPerDay: {
    code: 'rate_limited',
    describe: (used, limit, now) =>
      `Limit reached: ${used} of ${limit} run minutes a day are used; the limit resets at ${nextRunDay(now).toISOString()}`,
    resetsAt: nextRunDay,
  },
  activeRecordings: inFlight('recordings at once', 'ends'),
  recordingMinutesPerDay: {
    code: 'rate_limited',
    describe: (used, limit, now) =>
      `Limit reached: ${used} of ${limit} recording minutes a day are used; the limit resets at ${nextRunDay(now).toISOString()}`,
    resetsAt: nextRunDay,
  },
  automations: amount('automations'),
  bytesStored: {
    code: 'forbidden',
    describe: (used, limit) =>
      `Limit reached: ${used} of ${limit} bytes stored are used, and there is no room for this; ` +
      'the limit does not reset: delete automations or runs first',
  },
  pipelines: amount('pipelines'),
  pipelineMembers: {
    code: 'forbidden',
    describe: (used, limit) =>
      `Limit reached: a pipeline may have ${limit} automations, and this one has ${used}; the limit does not reset`,
  },
  schedules: amount('schedules'),
  webhooks: amount('webhooks'),
} satisfies Record<string, Refusal>

/** The limits over which a request is refused, besides the one on requests themselves. */
export type RefusingLimit = keyof typeof refusals

export function limitReached(
  name: RefusingLimit,
  used: number,
  limit: number,
  now: number,
): LimitReachedError {
  const { code, describe, resetsAt }: Refusal = refusals[name]
  const end = resetsAt?.(now).getTime()
  const retryAfterSeconds = end && Math.ceil((end - now) / 1000)
  return new LimitReachedError(code, describe(used, limit, now), { retryAfterSeconds })
}

/** An example of its message. */
export const limitMessage = (name: RefusingLimit): string =>
  limitReached(name, defaultLimits[name], defaultLimits[name], Date.UTC(2026, 0, 1)).message
