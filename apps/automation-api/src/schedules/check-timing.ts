import { ValidationError } from '@waypost/http'
import { nextTimes, type Timing } from './next-times.ts'

const kinds = ['cron', 'every', 'rrule'] as const

/**
 * Refuses a schedule without exactly one rule, with one that cannot be read, with one that has no time to come, and with a
 * jitter that is as long as the time between two runs.
 */
export function checkTiming(timing: Timing & { jitter: number }, now: Date): void {
  const [kind, ...others] = kinds.filter((each) => timing[each] !== null)
  if (kind === undefined || others.length > 0)
    throw refusal(others[0] ?? 'cron', 'isExclusive', 'must be the only one of cron, every and rrule', null)
  const rule = timing[kind]
  if (kind === 'rrule' && !/^[A-Z0-9;=,+-]+$/.test(rule!))
    throw refusal(kind, 'isRrule', 'must be a rule such as FREQ=WEEKLY;BYDAY=MO', rule)
  if (kind === 'rrule' && /FREQ=(SECOND|MINUTE)LY|BYSECOND|BYMINUTE=\d+,/.test(rule!))
    throw refusal(kind, 'isRrule', 'must be hourly or less often', rule)
  let times: Date[]
  try {
    times = nextTimes(timing, now, 10)
  } catch {
    const message = `must be ${kind === 'cron' ? 'five fields such as 0 7 * * 1-5' : 'a rule such as FREQ=WEEKLY;BYDAY=MO'}`
    throw refusal(kind, kind === 'cron' ? 'isCron' : 'isRrule', message, rule)
  }
  if (times.length === 0) throw refusal(kind, 'hasNextRun', 'must have a time to come', rule)
  const gapSeconds = shortestGapMs(times) / 1000
  if (timing.jitter >= gapSeconds)
    throw refusal(
      'jitter',
      'max',
      `must be less than ${gapSeconds}, the seconds between two runs`,
      timing.jitter,
    )
}

const shortestGapMs = (times: Date[]) =>
  Math.min(...times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime()))

const refusal = (property: string, rule: string, says: string, receivedValue: string | number | null) =>
  new ValidationError([{ property, rule, message: `${property} ${says}`, receivedValue }])
