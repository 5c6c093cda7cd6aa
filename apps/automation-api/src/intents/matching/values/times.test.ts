import { expect, test } from 'vitest'
import { listTimes } from './times.ts'

test.each([
  ['Sales report for today', ['today']],
  ['Revenue of last month', ['last month']],
  ['Bericht von gestern', ['yesterday']],
  ['Umsatz des letzten Monats', ['last month']],
  ['Termine für morgen', ['tomorrow']],
  ['Speiseplan am Montag', ['monday']],
  ['Rapport d’hier', ['yesterday']],
  ['Chiffre d’affaires du mois dernier', ['last month']],
  ['Menu de la semaine prochaine', ['next week']],
  ['Informe de ayer', ['yesterday']],
  ['Ventas del mes pasado', ['last month']],
  ['Citas de mañana', ['tomorrow']],
  ['Citas de pasado mañana', ['2 days from today']],
])('“%s” names a time relative to now', (text, times) => {
  expect(listTimes(text)).toEqual(times)
})

test.each([
  'Guten Morgen, zeig mir den Bericht',
  'Ist hier ein Tisch frei?',
  'Informe de la mañana',
  'Rapport des ventes',
])('“%s” names no time relative to now', (text) => {
  expect(listTimes(text)).toEqual([])
})
