import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, press, read } from './test-matching.ts'

const { create, match, weather } = openMatchingBed()

const table = () =>
  create(
    'Book a table',
    [
      open('https://tablelark.example/'),
      enter('restaurant', 'Restaurant'),
      press('Book'),
      read('confirmation'),
    ],
    { description: 'Reserves a table at a restaurant through Tablelark.' },
  )
const headlines = () =>
  create('Morning Post headlines', [open('https://morningpost.example/'), read('headlines')], {
    description: 'Top stories of the newspaper.',
  })
const invoice = () =>
  create('Rechnung herunterladen', [open('https://druckerei.example/'), read('rechnung')], {
    description: 'Lädt die Rechnung der Druckerei.',
  })

test.each([
  [table, 'Book a table at "La Ribera"', 'Book a table at "La Ribera" with Seatfinder'],
  [table, 'Book a table at "La Ribera" on Tablelark', 'Book a Seatfinder table at "La Ribera"'],
  [weather, 'Weather forecast for the city of Oslo', 'Weather forecast for the city of Oslo on Skywatch'],
  [headlines, 'Headlines of the Morning Post', 'Headlines of the Evening Standard'],
  [invoice, 'Lade die Rechnung der Druckerei herunter', 'Lade die Rechnung von Amazon herunter'],
])(
  'nothing runs for a service that a request names and the automation does not have: %#',
  async (make, own, other) => {
    const automationId = await make()
    expect(await match(own)).toMatchObject({ outcome: 'matched', automationId })
    expect(await match(other)).not.toMatchObject({ outcome: 'matched' })
  },
)

test('what changes something asks back where another service is named', async () => {
  const automationId = await table()
  expect(await match('Book a table at "La Ribera" with Seatfinder')).toMatchObject({
    outcome: 'ambiguous',
    candidates: [{ automationId }],
  })
})

test('a country’s name names no service', async () => {
  const automationId = await create('Exchange rate', [
    open('https://ratesmith.example/'),
    enter('base', 'From currency'),
    enter('target', 'To currency'),
    read('rate'),
  ])
  expect(await match('Exchange rate in Swiss francs from EUR to CHF')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
})
