import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, press, read } from '../test-matching.ts'
import { findValues } from './value-kinds.ts'

const { create, match } = openMatchingBed()

const parcel = () =>
  create('Track a parcel', [
    open('https://fastbox.example/'),
    enter('trackingNumber', 'Tracking number'),
    read('where'),
  ])
const fuel = () =>
  create('Fuel prices nearby', [
    open('https://fuel.example/'),
    enter('place', 'Town or postcode'),
    read('prices'),
  ])
const wind = () =>
  create('Wind forecast', [open('https://wind.example/'), enter('spot', 'Spot'), read('wind')])
const hire = () =>
  create('Hire a power tool', [open('https://tools.example/'), enter('tool', 'Tool'), press('Reserve')])
const invoices = () =>
  create('Open invoices of a customer', [
    open('https://billwise.example/'),
    enter('customer', 'Customer'),
    read('invoices'),
  ])

test.each([
  [parcel, "Track parcel FB 1200 3341 9, where's it?", { trackingNumber: 'FB 1200 3341 9' }],
  [fuel, 'fuel prices around 24103', { place: '24103' }],
  [fuel, 'What are the fuel prices near Bad Aibling?', { place: 'Bad Aibling' }],
  [wind, 'Wind forecast at Lake Garda?', { spot: 'Lake Garda' }],
  [hire, 'Reserve a power tool: tool = chainsaw', { tool: 'chainsaw' }],
  [invoices, 'Show the open invoices of customer Brandt & Söhne', { customer: 'Brandt & Söhne' }],
])('a name or a number of several words is taken whole: %#', async (make, text, variables) => {
  await make()
  expect(await match(text)).toMatchObject({ outcome: 'matched', variables })
})

test('a number in groups of digits ends where other words begin', () => {
  expect(findValues('parcel FB 1200 3341 9 for 2 days').map(({ text }) => text)).toEqual([
    'FB 1200 3341 9',
    '2',
  ])
  expect(findValues('plate M XY 77 3 days').map(({ text }) => text)).toEqual(['M XY 77', '3'])
})
