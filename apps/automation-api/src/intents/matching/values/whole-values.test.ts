import { describe, expect, test } from 'vitest'
import { findValues } from './value-kinds.ts'
import { enter, open, openMatchingBed, press, read } from '../test-matching.ts'

const { create, match } = openMatchingBed()

describe('a value is a whole token of its kind', () => {
  test.each([
    ['invoice number 2026-118', [['code', '2026-118']]],
    ['invoice 2026/118, please', [['code', '2026/118']]],
    ['order A-77.120_B', [['code', 'A-77.120_B']]],
    ['the plate is HH-KL 420.', [['code', 'HH-KL 420']]],
    ['my car M AB 1234E is parked', [['code', 'M AB 1234E']]],
    ['number plate AB12 CDE', [['code', 'AB12 CDE']]],
    ['flight KL1702', [['code', 'KL1702']]],
    ['call 0171 123 456 back', [['code', '0171 123 456']]],
    ['call (030) 123-4567', [['code', '(030) 123-4567']]],
    ['call +1 (555) 123-4567 back', [['code', '+1 (555) 123-4567']]],
    ['server 10.0.0.12', [['code', '10.0.0.12']]],
    ['about 1.234.567.890 things', [['number', '1.234.567.890']]],
    ['a table at 5 pm', [['time', '5 pm']]],
    ['a table at 5pm', [['time', '5pm']]],
    ['um 17 Uhr 30', [['time', '17 Uhr 30']]],
    ['pay 1 299,50 EUR', [['money', '1299,50']]],
    ['pay 1 299 € now', [['money', '1299']]],
    ['pay 45 €', [['money', '45']]],
    ['pay € 45', [['money', '45']]],
    ["pay CHF 1'200", [['money', '1200']]],
    ['for ‘Anna Weber’', [['quoted', 'Anna Weber']]],
    ['ticket #118', [['number', '118']]],
    ['pay 1,299.50 EUR', [['money', '1,299.50']]],
    ['pay €45.50', [['money', '45.50']]],
    ['pay EUR 45', [['money', '45']]],
    ['move it by -5', [['number', '-5']]],
    ['at 10:30', [['time', '10:30']]],
    ['on 2026-12-01', [['date', '2026-12-01']]],
    ['on 2026-12-011', [['code', '2026-12-011']]],
    ['on 3rd of December 2026', [['date', '3rd of December 2026']]],
    ['on December 3, 2026 at noon', [['date', 'December 3, 2026']]],
    [
      '2026-12-01–2026-12-03',
      [
        ['date', '2026-12-01'],
        ['date', '2026-12-03'],
      ],
    ],
    ['date=2026-12-01', [['date', '2026-12-01']]],
    [
      'to DE02 1203 0000 0000 2020 51 45.50',
      [
        ['iban', 'DE02 1203 0000 0000 2020 51'],
        ['number', '45.50'],
      ],
    ],
    ['the file report-7.pdf', [['code', 'report-7.pdf']]],
    ['see shop.example for more', [['host', 'shop.example']]],
  ])('%s', (text, values) => {
    expect(findValues(text).map(({ kind, text: value }) => [kind, value])).toEqual(values)
  })

  test('a number before a word that multiplies it is not a value', () => {
    expect(findValues('pay 1.5 million dollars')).toEqual([])
    expect(findValues('2 thousand euros')).toEqual([])
  })

  test('a possible piece of something longer is not a value', () => {
    expect(findValues('my car is QX RST KL 420')).toEqual([])
  })
})

const invoice = () =>
  create('Download an invoice', [
    open('https://ledgerly.example/invoices'),
    enter('invoiceNumber', 'Invoice number'),
    press('Show'),
    read('total'),
  ])
const permit = () =>
  create('Renew a parking permit', [
    open('https://cityhall.example/permits'),
    enter('plate', 'Number plate'),
    press('Renew'),
    read('validUntil'),
  ])
const room = () =>
  create('Book a meeting room', [
    open('https://roomly.example/'),
    enter('from', 'From'),
    enter('until', 'Until'),
    press('Book'),
    read('confirmation'),
  ])
const sickNote = () =>
  create('Report sick leave', [
    open('https://staff.example/sick'),
    enter('from', 'First day'),
    enter('until', 'Last day'),
    press('Report'),
    read('status'),
  ])

test.each([
  ['Download invoice number 2026-118', '2026-118'],
  ['Get me the invoice with the number 2026-118', '2026-118'],
  ['download the invoice 2026/118', '2026/118'],
  ['invoice RE-2026-00118 please', 'RE-2026-00118'],
  ['Download invoice no 4711', '4711'],
])('an invoice is requested by its whole number: %s', async (text, invoiceNumber) => {
  await invoice()
  expect(await match(text)).toMatchObject({ outcome: 'matched', variables: { invoiceNumber } })
})

test.each([
  ['Renew the parking permit for HH-KL 420', 'HH-KL 420'],
  ['Please renew my parking permit, number plate HH-KL 420.', 'HH-KL 420'],
  ['renew parking permit B MW 1234', 'B MW 1234'],
  ['I want to renew the parking permit for the car "S-PQ 77"', 'S-PQ 77'],
])('a parking permit is renewed for the whole plate: %s', async (text, plate) => {
  await permit()
  expect(await match(text)).toMatchObject({ outcome: 'matched', variables: { plate } })
})

test.each([
  'Book a meeting room from 2026-12-01 until 2026-12-03',
  'book the meeting room between 2026-12-01 and 2026-12-03',
  'I need to book a meeting room until 2026-12-03, from 2026-12-01 on',
  'Reserve a meeting room from 2026-12-01 to 2026-12-03 please',
])('a room is booked for the given dates: %s', async (text) => {
  await room()
  expect(await match(text)).toMatchObject({
    outcome: 'matched',
    variables: { from: '2026-12-01', until: '2026-12-03' },
  })
})

test.each([
  'Report me ill from 2026-12-01 until 2026-12-03',
  "I'm ill: report sick leave from 2026-12-01 until 2026-12-03",
])('no word of the request is taken for a date: %s', async (text) => {
  await sickNote()
  expect(await match(text)).toMatchObject({
    outcome: 'matched',
    variables: { from: '2026-12-01', until: '2026-12-03' },
  })
})

test.each([
  ['Report sick leave', ['from', 'until']],
  ['Report sick leave from 2026-12-01', ['until']],
])('a date that is not given is missing: %s', async (text, missing) => {
  await sickNote()
  expect(await match(text)).toMatchObject({ outcome: 'none', incomplete: { missing } })
})

const table = () =>
  create('Reserve a restaurant table', [
    open('https://belmonte.example/'),
    enter('guests', 'Guests'),
    enter('date', 'Date'),
    enter('time', 'Time'),
    press('Reserve'),
  ])
const flats = () =>
  create('Search flats to rent', [
    open('https://nestly.example/'),
    enter('city', 'City'),
    enter('rooms', 'Rooms'),
    enter('maxRent', 'Maximum rent'),
    press('Search'),
    read('flats'),
  ])
const phone = () =>
  create('Update customer phone number', [
    open('https://crm.example/'),
    enter('customer', 'Customer name'),
    enter('phone', 'Phone'),
    press('Save'),
  ])
const review = () =>
  create('Post a product review', [
    open('https://gadgetry.example/'),
    enter('product', 'Product'),
    enter('stars', 'Stars'),
    enter('text', 'Your review'),
    press('Publish'),
  ])
const meeting = () =>
  create('Reserve a meeting room', [
    open('https://rooms.example/'),
    enter('room', 'Room'),
    enter('day', 'Day'),
    enter('from', 'From'),
    enter('to', 'To'),
    press('Reserve'),
  ])
const lightBill = () =>
  create('Descargar factura de la luz', [open('https://luz.example/'), enter('mes', 'Mes'), read('importe')])
const trains = () =>
  create('Horaires des trains', [
    open('https://rails.example/'),
    enter('depart', 'Départ'),
    enter('arrivee', 'Arrivée'),
    read('horaires'),
  ])
const collection = () =>
  create('Waste collection days', [open('https://waste.example/'), enter('street', 'Street'), read('days')])

test.each([
  [
    table,
    'Book a table for 4 guests on 2026-12-24 at 19:30',
    { guests: '4', date: '2026-12-24', time: '19:30' },
  ],
  [
    flats,
    'Find flats in Leeds with 3 rooms for at most 1200',
    { city: 'Leeds', rooms: '3', maxRent: '1200' },
  ],
  [
    phone,
    'Change the phone number of "Brightwater Ltd" to +44 20 7946 0123',
    { customer: 'Brightwater Ltd', phone: '+44 20 7946 0123' },
  ],
  [
    review,
    'Write a review of "Nimbus Kettle" with 4 stars: "Boils fast"',
    { product: 'Nimbus Kettle', stars: '4', text: 'Boils fast' },
  ],
  [
    meeting,
    'Book the meeting room Aurora on 2026-12-01 from 9:00 to 10:30',
    { room: 'Aurora', day: '2026-12-01', from: '9:00', to: '10:30' },
  ],
  [lightBill, 'Descarga la factura de la luz del mes octubre', { mes: 'octubre' }],
  [trains, 'Donne-moi les horaires des trains de Nice à Toulon', { depart: 'Nice', arrivee: 'Toulon' }],
  [collection, 'When is the waste collected at 12 Dock Lane?', { street: '12 Dock Lane' }],
])('each value goes to the variable that its words name: %#', async (make, text, variables) => {
  await make()
  expect(await match(text)).toMatchObject({ outcome: 'matched', variables })
})
