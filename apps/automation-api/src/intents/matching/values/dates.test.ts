import { expect, test } from 'vitest'
import { findDates } from './dates.ts'

// A Monday.
const moment = { now: Date.UTC(2026, 10, 23, 12), timeZone: 'Europe/Berlin' }

test.each([
  ['tomorrow', '2026-11-24', undefined],
  ['the day after tomorrow', '2026-11-25', undefined],
  ['on Friday', '2026-11-27', undefined],
  ['last Friday', '2026-11-20', undefined],
  ['in 3 days', '2026-11-26', undefined],
  ['on the 5th of January', '2027-01-05', undefined],
  ['December 24', '2026-12-24', undefined],
  ['from 3 July 2027 until 10 July 2027', '2027-07-03', '2027-07-10'],
  ['between 3 and 5 December', '2026-12-03', '2026-12-05'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['this quarter', '2026-10-01', '2026-12-31'],
  ['next week', '2026-11-30', '2026-12-06'],
  ['last year', '2025-01-01', '2025-12-31'],
  ['bitte übermorgen', '2026-11-25', undefined],
  ['am 7. Dezember', '2026-12-07', undefined],
  ['letzten Monat', '2026-10-01', '2026-10-31'],
  ['demain', '2026-11-24', undefined],
  ['le 5 décembre', '2026-12-05', undefined],
  ['la semaine prochaine', '2026-11-30', '2026-12-06'],
  ['mañana', '2026-11-24', undefined],
  ['el 3 de diciembre', '2026-12-03', undefined],
])('“%s” is a date in words', (text, from, until) => {
  expect(findDates(text, moment)).toMatchObject([{ from, ...(until && { until }) }])
})

test.each([
  'log 7.5 hours',
  'for 5 days',
  'every Monday',
  'the first Monday in May',
  'I may sit in the sun now',
  'in March',
  'on 2026-12-01',
])('“%s” names no day', (text) => {
  expect(findDates(text, moment)).toEqual([])
})

test('today is another day in another time zone', () => {
  const late = Date.UTC(2026, 10, 23, 23, 30)
  expect(findDates('today', { now: late, timeZone: 'UTC' })).toMatchObject([{ from: '2026-11-23' }])
  expect(findDates('today', { now: late, timeZone: 'Asia/Tokyo' })).toMatchObject([{ from: '2026-11-24' }])
  expect(findDates('next month', { now: late, timeZone: 'UTC' })).toMatchObject([
    { from: '2026-12-01', until: '2026-12-31' },
  ])
})
