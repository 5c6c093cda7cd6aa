import { describe, expect, test } from 'vitest'
import { findLatest } from './find-latest.ts'
import { nextTimes, previousTime } from './next-times.ts'
import { planNext } from './plan-next.ts'

const timing = (more: object) => ({
  id: '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44',
  cron: null,
  every: null,
  rrule: null,
  timezone: 'UTC',
  startAt: null,
  endAt: null,
  jitter: 0,
  createdAt: new Date('2024-01-01T00:00:00Z'),
  ...more,
})
const iso = (times: Date[]) => times.map((time) => time.toISOString())

describe.each([
  ['Europe/Berlin', '2026-03-27T12:00:00Z', '2026-10-23T12:00:00Z'],
  ['America/New_York', '2026-03-06T12:00:00Z', '2026-10-30T12:00:00Z'],
  // Clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-10-02T12:00:00Z', '2026-04-03T12:00:00Z'],
])('in %s', (timezone, spring, autumn) => {
  test.each(['cron', 'rrule'])('a time of the day that clocks do not skip is kept by %s', (kind) => {
    const rule = kind === 'cron' ? { cron: '0 7 * * *' } : { rrule: 'FREQ=DAILY;BYHOUR=7;BYMINUTE=0' }
    for (const around of [spring, autumn]) {
      const times = nextTimes(timing({ ...rule, timezone }), new Date(around), 5)
      expect(times).toHaveLength(5)
      for (const time of times)
        expect(time.toLocaleTimeString('en-GB', { timeZone: timezone })).toBe('07:00:00')
    }
  })

  test('each day has one time, also where clocks skip or repeat it', () => {
    for (const around of [spring, autumn])
      for (const cron of ['0 2 * * *', '15 2 * * *', '30 2 * * *', '30 1 * * *']) {
        const times = nextTimes(timing({ cron, timezone }), new Date(around), 5)
        const days = times.map((time) => time.toLocaleDateString('en-GB', { timeZone: timezone }))
        expect(new Set(days).size, `${cron} ${around}`).toBe(5)
      }
  })

  test('an interval is always of the same length', () => {
    for (const around of [spring, autumn]) {
      const times = nextTimes(timing({ every: '1d', timezone }), new Date(around), 5)
      expect(times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime())).toEqual(
        Array(4).fill(86_400_000),
      )
    }
  })
})

test.each([
  { cron: '*/7 * * * *', timezone: 'Europe/Berlin' },
  { cron: '30 2 * * *', timezone: 'Europe/Berlin' },
  { cron: '0 0 1 * *', timezone: 'America/New_York' },
  { every: '7m' },
  { every: '1d' },
  { rrule: 'FREQ=HOURLY;INTERVAL=5', timezone: 'Europe/Berlin' },
  { rrule: 'FREQ=WEEKLY;BYDAY=SU;BYHOUR=2;BYMINUTE=30', timezone: 'Europe/Berlin' },
])('the latest time of %o is the one that counting forwards comes to', (rule) => {
  const schedule = timing(rule)
  for (const start of ['2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z']) {
    const times = nextTimes(schedule, new Date(start), 40)
    for (const [index, time] of times.slice(0, -1).entries()) {
      for (const now of [time, new Date(times[index + 1]!.getTime() - 1)])
        expect(iso([findLatest({ ...schedule, nextAt: times[0]! }, now)])).toEqual(iso([time]))
    }
  }
})

test('no time is before the start or after the end', () => {
  const bounded = timing({
    every: '1h',
    startAt: new Date('2026-01-01T10:30:00Z'),
    endAt: new Date('2026-01-01T12:30:00Z'),
  })
  expect(iso(nextTimes(bounded, new Date('2025-01-01T00:00:00Z'), 10))).toEqual([
    '2026-01-01T10:30:00.000Z',
    '2026-01-01T11:30:00.000Z',
    '2026-01-01T12:30:00.000Z',
  ])
  expect(previousTime(bounded, new Date('2026-01-01T10:29:59Z'))).toBeUndefined()
  expect(previousTime(bounded, new Date('2027-01-01T00:00:00Z'))).toEqual(bounded.endAt)
})

test('a jitter is the same whoever computes it, and ends before the time that follows', () => {
  // Times are a minute apart at the end of each hour, and most of an hour otherwise.
  const jittered = timing({ cron: '58,59 * * * *', jitter: 600 })
  for (let hour = 0; hour < 24; hour += 1) {
    const after = new Date(Date.UTC(2026, 0, 1, hour, 57))
    const { nextAt, dueAt } = planNext(jittered, after)
    expect(planNext(jittered, after)).toEqual({ nextAt, dueAt })
    expect(dueAt!.getTime()).toBeGreaterThanOrEqual(nextAt!.getTime())
    expect(dueAt!.getTime()).toBeLessThan(nextAt!.getTime() + 60_000)
  }
})
