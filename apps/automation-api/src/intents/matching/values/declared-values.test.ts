import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, press, read } from '../test-matching.ts'

const { create, match } = openMatchingBed()

const moment = { now: Date.UTC(2026, 10, 23, 12), timeZone: 'Europe/Berlin' }

test('a variable with choices takes the one that the request names, and no other word', async () => {
  const automationId = await create(
    'Price of a plan',
    [open('https://hosting.example/'), enter('plan', 'Plan'), read('price')],
    { variables: { plan: { choices: ['Basic', 'Premium', 'Premium Plus'] } } },
  )
  expect(await match('What is the price of the premium plus plan?')).toMatchObject({
    outcome: 'matched',
    automationId,
    variables: { plan: 'Premium Plus' },
  })
  for (const text of ['Price of the deluxe plan', 'Price of the plan, basic or premium'])
    expect(await match(text)).toMatchObject({ outcome: 'none', incomplete: { missing: ['plan'] } })
})

test('a variable takes values of its declared kind only', async () => {
  const automationId = await create(
    'Check a supplier',
    [open('https://suppliers.example/'), enter('it', 'Supplier'), read('rating')],
    { variables: { it: { kind: 'domain' } } },
  )
  expect(await match('Check the supplier riverside.example')).toMatchObject({
    automationId,
    variables: { it: 'riverside.example' },
  })
  expect(await match('Check the supplier 4711')).toMatchObject({ outcome: 'none' })
})

test('an example says what kind of value a variable takes', async () => {
  const automationId = await create(
    'Look up a sample',
    [open('https://lab.example/'), enter('it', 'Sample'), read('result')],
    { variables: { it: { example: 'QX-77/12' } } },
  )
  expect(await match('Look up the sample ZB-10/3 please')).toMatchObject({
    automationId,
    variables: { it: 'ZB-10/3' },
  })
  expect(await match('Look up the sample please')).toMatchObject({ incomplete: { missing: ['it'] } })
})

test('dates in words are given to variables as dates, a range to one that takes both', async () => {
  await create('Sales report for a period', [
    open('https://shopdesk.example/'),
    enter('from', 'From'),
    enter('until', 'Until'),
    read('revenue'),
  ])
  expect(await match('sales report for last month', {}, moment)).toMatchObject({
    variables: { from: '2026-10-01', until: '2026-10-31' },
  })
  await create(
    'Visitors of the museum',
    [open('https://museum.example/'), enter('days', 'Days'), read('count')],
    {
      variables: { days: { kind: 'dateRange' } },
    },
  )
  expect(await match('visitors of the museum this week', {}, moment)).toMatchObject({
    variables: { days: '2026-11-23/2026-11-29' },
  })
})

test('an amount of money is not an order number', async () => {
  await create('Refund a customer', [
    open('https://shopdesk.example/'),
    enter('orderNumber', 'Order number'),
    enter('amount', 'Amount'),
    press('Refund'),
  ])
  expect(await match('Refund 45 euros for order 77120')).toMatchObject({
    outcome: 'matched',
    variables: { orderNumber: '77120', amount: '45' },
  })
})

test('a word that is only guessed to be a value changes nothing', async () => {
  const automationId = await create('Cancel a gym class', [
    open('https://ironhall.example/'),
    enter('course', 'Class'),
    press('Cancel class'),
  ])
  expect(await match('Cancel my gym membership')).toMatchObject({
    outcome: 'ambiguous',
    candidates: [{ automationId }],
  })
})

test('words that a person has named for an automation mean it', async () => {
  const automationId = await create(
    'Quarterly figures',
    [open('https://shopdesk.example/'), read('figures')],
    {
      phrases: ['how is business', 'are we making money'],
    },
  )
  await create('Business card', [open('https://cards.example/'), read('card')])
  expect(await match('How is business?')).toMatchObject({ outcome: 'matched', automationId })
  expect(await match('Are we making money?')).toMatchObject({ outcome: 'matched', automationId })
})
