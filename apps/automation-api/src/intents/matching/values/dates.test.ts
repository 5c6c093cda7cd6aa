import { expect, test } from 'vitest'
import { findDates } from './dates.ts'
import { findVagueTimes } from './vague-times.ts'

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
  ['le mois dernier', '2026-10-01', '2026-10-31'],
  ['mañana', '2026-11-24', undefined],
  ['el 3 de diciembre', '2026-12-03', undefined],
  ['Bericht von heute', '2026-11-23', undefined],
  ['heute Morgen', '2026-11-23', undefined],
  ['am Montag Morgen', '2026-11-30', undefined],
  ['in drei Tagen', '2026-11-26', undefined],
  ['vergangenen Freitag', '2026-11-20', undefined],
  ['von Montag bis Mittwoch', '2026-11-30', '2026-12-02'],
  ['zwischen dem 3. und dem 5. Dezember', '2026-12-03', '2026-12-05'],
  ["le rapport d'hier", '2026-11-22', undefined],
  ["annule la réservation d'avant-hier", '2026-11-21', undefined],
  ['pour après-demain', '2026-11-25', undefined],
  ['ce soir', '2026-11-23', undefined],
  ['entre le 3 et le 5 décembre', '2026-12-03', '2026-12-05'],
  ['du lundi au mercredi', '2026-11-30', '2026-12-02'],
  ['para pasado mañana', '2026-11-25', undefined],
  ['informe de anteayer', '2026-11-21', undefined],
  ['esta mañana', '2026-11-23', undefined],
  ['mañana por la mañana', '2026-11-24', undefined],
  ['el lunes por la mañana', '2026-11-30', undefined],
  ['el viernes pasado', '2026-11-20', undefined],
  ['del 3 al 5 de diciembre', '2026-12-03', '2026-12-05'],
  ['zum Jahresende', '2026-12-31', undefined],
  ['am Ende des Monats', '2026-11-30', undefined],
  ['at the end of the year', '2026-12-31', undefined],
  ['by year end', '2026-12-31', undefined],
  ["à la fin de l'année", '2026-12-31', undefined],
  ['a final de año', '2026-12-31', undefined],
  ['in 2027', '2027-01-01', '2027-12-31'],
  ['im Jahr 2027', '2027-01-01', '2027-12-31'],
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
  'Guten Morgen',
  'Morgen, zeig mir den Bericht',
  'Kann man hier parken?',
  'Ist hier ein Tisch frei?',
  'a las 8 de la mañana',
  'hace tres días',
  'nächsten Freitag',
  'vendredi prochain',
  'nächsten Frühling',
  'early next year',
  'Anfang nächsten Monats',
  'fin décembre',
  'next spring',
  'ce week-end',
  'before Friday',
  'antes del viernes',
])('“%s” names no day', (text) => {
  expect(findDates(text, moment)).toEqual([])
})

test('the second day of a range of weekdays in Spanish follows the first', () => {
  expect(findDates('del lunes al miércoles', moment)).toMatchObject([
    { from: '2026-11-30' },
    { from: '2026-12-02' },
  ])
})

test.each([
  'next spring',
  'nächsten Frühling',
  "l'été prochain",
  'la próxima primavera',
  'early next year',
  'Mitte Dezember',
  'fin décembre',
  'a finales de diciembre',
  'am Wochenende',
  'an Weihnachten',
  'nächsten Freitag',
  'before Friday',
  'después del viernes',
  'Freitagmorgen',
  'in einer Stunde',
  'plus tard',
  'Morgen, zeig mir den Bericht',
])('“%s” names another time than now, and no value', (text) => {
  expect(findVagueTimes(text)).toHaveLength(1)
})

test.each(['Guten Morgen', 'today', 'été', 'in the last 3 days'])(
  '“%s” names no other time than now',
  (text) => {
    expect(findVagueTimes(text)).toEqual([])
  },
)

test('today is another day in another time zone', () => {
  const late = Date.UTC(2026, 10, 23, 23, 30)
  expect(findDates('today', { now: late, timeZone: 'UTC' })).toMatchObject([{ from: '2026-11-23' }])
  expect(findDates('today', { now: late, timeZone: 'Asia/Tokyo' })).toMatchObject([{ from: '2026-11-24' }])
  expect(findDates('next month', { now: late, timeZone: 'UTC' })).toMatchObject([
    { from: '2026-12-01', until: '2026-12-31' },
  ])
})
