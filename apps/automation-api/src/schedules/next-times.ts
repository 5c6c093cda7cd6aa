// `rrule-temporal` reads the global `Temporal`, which this version of Node does not have.
import 'temporal-polyfill/global'
import { Cron } from 'croner'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { schedules } from '../db/schedule-tables.ts'

export type Timing = Pick<
  typeof schedules.$inferSelect,
  'cron' | 'every' | 'rrule' | 'timezone' | 'startAt' | 'endAt' | 'createdAt'
>

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }
// A rule that rarely or never matches is given up: it must not occupy the process.
const maxIterations = 2000

/**
 * The times of a schedule after a moment, in order. Each is computed from that moment alone, so that it costs the same
 * however long the schedule has existed.
 *
 * @throws what the libraries throw for an expression that they cannot read
 */
export function nextTimes(timing: Timing, after: Date, count: number): Date[] {
  const { startAt, endAt } = timing
  // The moment of the start is a time of its own.
  const from = startAt && startAt > after ? new Date(startAt.getTime() - 1) : after
  const times = listTimes(timing, from, count)
  return endAt ? times.filter((time) => time <= endAt) : times
}

/** The last time until a moment, counted backwards. */
export function previousTime(timing: Timing, until: Date): Date | undefined {
  const { startAt, createdAt, endAt } = timing
  const last = endAt && endAt < until ? endAt : until
  const anchor = startAt ?? createdAt
  const found = findPrevious(timing, anchor, last)
  return found && found >= anchor ? found : undefined
}

function findPrevious({ cron, every, rrule, timezone }: Timing, anchor: Date, last: Date): Date | undefined {
  if (cron !== null) {
    // It looks before the second that it is given.
    const after = new Date(last.getTime() + 1000)
    const found = new Cron(cron, { timezone, mode: '5-part', paused: true }).previousRuns(2, after)
    return found.find((time) => time <= last)
  }
  if (rrule !== null) return findOccurrence(() => recurrence(rrule, timezone, anchor).previous(last, true))
  const stepMs = intervalMs(every!)
  return new Date(anchor.getTime() + Math.floor((last.getTime() - anchor.getTime()) / stepMs) * stepMs)
}

function listTimes({ cron, every, rrule, timezone, startAt, createdAt }: Timing, from: Date, count: number) {
  const anchor = startAt ?? createdAt
  if (cron !== null) return new Cron(cron, { timezone, mode: '5-part', paused: true }).nextRuns(count, from)
  if (every !== null) return listIntervals(intervalMs(every), anchor, from, count)
  return listRecurrences(rrule!, timezone, anchor, from, count)
}

const intervalMs = (every: string): number =>
  Number(every.slice(0, -1)) * unitMs[every.slice(-1) as keyof typeof unitMs]

function listIntervals(stepMs: number, anchor: Date, from: Date, count: number): Date[] {
  const passed = Math.max(0, Math.floor((from.getTime() - anchor.getTime()) / stepMs) + 1)
  const first = anchor.getTime() + passed * stepMs
  return Array.from({ length: count }, (_, index) => new Date(first + index * stepMs))
}

function listRecurrences(rrule: string, timezone: string, anchor: Date, from: Date, count: number): Date[] {
  const rule = recurrence(rrule, timezone, anchor)
  const times: Date[] = []
  let time: Date | undefined = from
  while (time && times.length < count) {
    const after: Date = time
    time = findOccurrence(() => rule.next(after, false))
    if (time) times.push(time)
  }
  return times
}

function recurrence(rrule: string, timezone: string, anchor: Date): RRuleTemporal {
  const dtstart = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO(timezone)
  return new RRuleTemporal({ rruleString: `RRULE:${rrule}`, dtstart, maxIterations })
}

function findOccurrence(find: () => { epochMilliseconds: number } | null): Date | undefined {
  try {
    const found = find()
    return found ? new Date(found.epochMilliseconds) : undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes('Maximum iterations')) return undefined
    throw error
  }
}
