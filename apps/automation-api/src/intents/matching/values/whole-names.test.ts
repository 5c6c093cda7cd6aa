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

const doctor = () =>
  create('Look up the hours of a doctor', [
    open('https://clinic.example/'),
    enter('doctor', 'Doctor'),
    read('hours'),
  ])
const flight = () =>
  create('Price of a flight', [
    open('https://fly.example/'),
    enter('from', 'From'),
    enter('to', 'To'),
    read('price'),
  ])
const recipe = () =>
  create('Find a recipe', [open('https://recipes.example/'), enter('dish', 'Dish'), read('recipes')])
const books = () =>
  create('Books by an author', [open('https://library.example/'), enter('author', 'Author'), read('titles')])

const tides = () =>
  create('Tide times', [open('https://tides.example/'), enter('port', 'Port'), read('highWater')])
const garden = () =>
  create('Search the garden shop', [
    open('https://garden.example/'),
    enter('query', 'Search the posts and products'),
    read('prices'),
  ])

test.each([
  [doctor, 'Look up the hours of doctor van der Berg', { doctor: 'van der Berg' }],
  [doctor, 'Hours of doctor Ana de la Cruz', { doctor: 'Ana de la Cruz' }],
  [flight, 'Price of a flight from Rio de Janeiro to New York', { from: 'Rio de Janeiro', to: 'New York' }],
  [recipe, 'Find a recipe: dish = beef stew with dumplings', { dish: 'beef stew with dumplings' }],
  [books, 'books by author Ursula K. Le Guin', { author: 'Ursula K. Le Guin' }],
  [parcel, "Track parcel FB 1200 3341 9, where's it?", { trackingNumber: 'FB 1200 3341 9' }],
  [fuel, 'fuel prices around 24103', { place: '24103' }],
  [fuel, 'What are the fuel prices near Bad Aibling?', { place: 'Bad Aibling' }],
  [wind, 'Wind forecast at Lake Garda?', { spot: 'Lake Garda' }],
  [tides, 'Tide times in Port Isaac', { port: 'Port Isaac' }],
  [garden, 'Search the garden shop for clay pots', { query: 'clay pots' }],
  [garden, 'Search the garden shop for frost-proof planters', { query: 'frost-proof planters' }],
  [hire, 'Reserve a power tool: tool = chainsaw', { tool: 'chainsaw' }],
  [invoices, 'Show the open invoices of customer Brandt & Söhne', { customer: 'Brandt & Söhne' }],
])('a name or a number of several words is taken whole: %#', async (make, text, variables) => {
  await make()
  expect(await match(text)).toMatchObject({ outcome: 'matched', variables })
})

test('a value is not the last part of a name that follows an “at”', async () => {
  await create('Book a table', [
    open('https://tables.example/'),
    enter('restaurant', 'Restaurant'),
    enter('date', 'Date'),
    press('Book'),
  ])
  expect(await match('Book a table at Da Mario on 2027-01-02')).not.toMatchObject({
    variables: { restaurant: 'Mario' },
  })
})

test('a number in groups of digits ends where other words begin', () => {
  expect(findValues('parcel FB 1200 3341 9 for 2 days').map(({ text }) => text)).toEqual([
    'FB 1200 3341 9',
    '2',
  ])
  expect(findValues('plate M XY 77 3 days').map(({ text }) => text)).toEqual(['M XY 77', '3'])
})

test('the name in an address may have an apostrophe', () => {
  expect(findValues("invite eva.o'brien@corp.example").map(({ text }) => text)).toEqual([
    "eva.o'brien@corp.example",
  ])
  expect(findValues("invite 'eva@corp.example'").map(({ text }) => text)).toEqual(['eva@corp.example'])
})
