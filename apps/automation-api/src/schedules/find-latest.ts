import { nextTimes, previousTime } from './next-times.ts'
import { planNext, type JitteredTiming } from './plan-next.ts'

/**
 * The latest time of a schedule that is due, whose next one is. Others may have passed since that one, if nothing ran for
 * a while.
 */
export function findLatest(schedule: JitteredTiming & { nextAt: Date | null }, now: Date): Date {
  const first = schedule.nextAt!
  const found = lastUntil(schedule, now, first)
  if (found <= first || isDue(schedule, found, now)) return found
  // Its jitter has not passed. That of the time before has, for it ends before this one.
  return lastUntil(schedule, new Date(found.getTime() - 1), first)
}

function lastUntil(schedule: JitteredTiming, until: Date, first: Date): Date {
  const previous = previousTime(schedule, until)
  if (!previous || previous <= first) return first
  // Where clocks change, only what also comes when counting forwards is a time.
  const [time] = nextTimes(schedule, new Date(previous.getTime() - 1), 1)
  return time && time <= until ? time : first
}

function isDue(schedule: JitteredTiming, time: Date, now: Date): boolean {
  const { dueAt } = planNext(schedule, new Date(time.getTime() - 1))
  return dueAt !== null && dueAt <= now
}
