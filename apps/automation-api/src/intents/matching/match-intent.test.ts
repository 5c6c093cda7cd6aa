import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, press, read } from './test-matching.ts'

const { create, match, weather, balance } = openMatchingBed()

test('a request matches the automation that it means, with the variables in its text', async () => {
  await balance('Fennick')
  const automationId = await weather()
  expect(await match("What's the weather going to be like in Oslo?")).toMatchObject({
    outcome: 'matched',
    automationId,
    variables: { city: 'Oslo' },
  })
})

test('a request matches by another word for the same thing', async () => {
  await balance('Fennick')
  const automationId = await create('Films at the Lumiere today', [
    open('https://lumiere.example/'),
    read('titles'),
  ])
  expect(await match('Which movies are on at the Lumiere?')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
})

test('a request matches despite misspelt words', async () => {
  await balance('Fennick')
  const automationId = await weather()
  expect(await match('wether forcast for Malmo')).toMatchObject({
    outcome: 'matched',
    automationId,
    variables: { city: 'Malmo' },
  })
})

test('a request never matches another owner’s automations', async () => {
  await weather('somebody-else')
  expect(await match('weather forecast for Oslo')).toEqual({ outcome: 'none' })
})

test('a request matches nothing in an empty account', async () => {
  expect(await match('anything at all')).toEqual({ outcome: 'none' })
})

test('two equally likely automations are returned as candidates', async () => {
  const ids = [await balance('Fennick'), await balance('Harbour')]
  await weather()
  const found = await match("What's my account balance?")
  expect(found.outcome).toBe('ambiguous')
  expect(found).toMatchObject({
    candidates: expect.arrayContaining(ids.map((automationId) => expect.objectContaining({ automationId }))),
  })
  expect(await match("What's my account balance at Harbour?")).toMatchObject({
    outcome: 'matched',
    automationId: ids[1],
  })
})

test('a request that names a host does not match an automation that never visits it', async () => {
  const automationId = await weather()
  expect(await match('weather forecast for Oslo on othersky.example')).toEqual({ outcome: 'none' })
  expect(await match('weather forecast for Oslo at https://othersky.example/today')).toEqual({
    outcome: 'none',
  })
  expect(await match('weather forecast for Oslo on evil-metwatch.example')).toEqual({ outcome: 'none' })
  expect(await match('weather forecast for Oslo on metwatch.example.evil.example')).toEqual({
    outcome: 'none',
  })
  expect(await match('weather forecast for Oslo on www.metwatch.example')).toMatchObject({ automationId })
  expect(await match('weather forecast for Oslo on metwatch.example')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
})

test('a URL that is a value is not the site that the automation must visit', async () => {
  const automationId = await create('Remove the background of a picture', [
    open('https://cutoutly.example/'),
    enter('imageUrl', 'Image address'),
    press('Remove background'),
    read('link'),
  ])
  expect(await match('Remove the background of https://img.orchard.example/cat.png')).toMatchObject({
    outcome: 'matched',
    automationId,
    variables: { imageUrl: 'https://img.orchard.example/cat.png' },
  })
})

test('a request without a required variable does not match, and the missing variable is named', async () => {
  const automationId = await create('Track a parcel', [
    open('https://swiftpost.example/'),
    enter('trackingNumber', 'Tracking number'),
    read('location'),
  ])
  expect(await match('track a parcel')).toEqual({
    outcome: 'none',
    incomplete: { automationId, name: 'Track a parcel', missing: ['trackingNumber'] },
  })
  expect(await match('track a parcel', { trackingNumber: 'SP1' })).toMatchObject({
    outcome: 'matched',
    variables: { trackingNumber: 'SP1' },
  })
})

test('an automation without a variable for a given value does not match', async () => {
  await weather()
  expect(await match('weather forecast for Oslo', { country: 'Norway' })).toEqual({ outcome: 'none' })
})

test('a variable with a default may be omitted, and a secret one is not guessed', async () => {
  const automationId = await create(
    'Order status at Brightleaf',
    [
      open('https://brightleaf.example/'),
      enter('password', 'Password'),
      enter('email', 'E-mail'),
      read('status'),
    ],
    { variables: { password: { secret: true, default: 'hunter2' } } },
  )
  expect(await match('order status at Brightleaf for ann@orchard.example, "topsecret"')).toMatchObject({
    outcome: 'matched',
    automationId,
    variables: { email: 'ann@orchard.example' },
  })
})

test('a request does not match an automation that does something else to the same thing', async () => {
  const automationId = await create('Book a gym class', [
    open('https://ironhall.example/'),
    enter('course', 'Find a class'),
    press('Book class'),
  ])
  expect(await match('Cancel the gym class "Yoga"')).toMatchObject({
    outcome: 'ambiguous',
    candidates: [{ automationId }],
  })
  expect(await match('Don\'t book the gym class "Yoga"')).toEqual({ outcome: 'none' })
  expect(await match('Reserve a place in the gym class "Yoga"')).toMatchObject({ outcome: 'matched' })
})

test.each([
  ['another language', 'Wie wird das Wetter morgen in Oslo und muss ich einen Schirm mitnehmen?'],
  ['another script', '明日のオスロの天気はどうですか ☃️'],
  ['2,000 characters', 'lorem ipsum dolor '.repeat(112).slice(0, 2000)],
  ['100,000 characters', `${'"a'.repeat(25_000)}${'a.'.repeat(25_000)}`],
  ['SQL', "'; drop table automation.automations; -- ' or 1=1 & | ! <-> :* ( $1 \\"],
  ['patterns', '%_%_% .* (?:[ ]{2,}) ${city} $${x} \\u0000'],
  ['NUL and a lone surrogate', 'a\0b \ud800 c'],
  ['only spaces', '   \n\t '],
])('a request that is not understood matches nothing: %s', async (_, text) => {
  await weather()
  await balance('Fennick')
  expect(await match(text)).toEqual({ outcome: 'none' })
})

test('of a long text, the clause that asks for something is matched, and the reasons around it are not', async () => {
  await balance('Fennick')
  const automationId = await create('List unpaid invoices', [
    open('https://ledgerly.example/'),
    read('invoices'),
  ])
  const text =
    'The accountant is coming on Friday and she always asks the same thing first, so list the unpaid invoices'
  expect(await match(text)).toMatchObject({ outcome: 'matched', automationId })
})

test('a request for information matches what tells it, though something that changes the same thing is as near', async () => {
  const reading = await create('Browse the Tinker catalogue', [
    open('https://tinker.example/'),
    enter('query', 'Search'),
    read('titles'),
  ])
  await create('Tinker catalogue order', [
    open('https://tinker.example/'),
    enter('product', 'Product'),
    press('Order'),
  ])
  expect(await match('Look in the Tinker catalogue for "hex keys"')).toMatchObject({
    outcome: 'matched',
    automationId: reading,
    variables: { query: 'hex keys' },
  })
})

test('what stands before “to” is where it starts, and a half sentence that only says more asks for nothing', async () => {
  const ferries = await create('Ferry fares', [
    open('https://ferries.example/'),
    enter('from', 'From'),
    enter('to', 'To'),
    read('fares'),
  ])
  expect(await match('What are the ferry fares, Port Ellen to Kennacraig?')).toMatchObject({
    outcome: 'matched',
    automationId: ferries,
    variables: { from: 'Port Ellen', to: 'Kennacraig' },
  })
  expect(await match('Ferry fares from Mallaig to Armadale, leaving early')).toMatchObject({
    outcome: 'matched',
    variables: { from: 'Mallaig', to: 'Armadale' },
  })
})

test('what only reads matches by few of its words, where the request has nothing that it does not have', async () => {
  await balance('Fennick')
  const automationId = await create(
    'Programme of the picture house',
    [open('https://lumiere.example/'), read('titles')],
    { description: 'Films at the Lumiere this evening.' },
  )
  expect(await match('What can I watch at the Lumiere tonight?')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
  await create('Bill of the mobile phone', [open('https://tellavo.example/'), read('amount')], {
    description: 'What the contract costs this month.',
  })
  expect(await match('Summarise this contract for me')).not.toMatchObject({ outcome: 'matched' })
  await create('Chirper: followers of a profile', [
    open('https://chirper.example/'),
    enter('handle', 'Handle'),
    read('count'),
  ])
  expect(await match('How many followers does "waypost" have on Instapix?')).not.toMatchObject({
    outcome: 'matched',
  })
})

test('what changes something does not match by few of its words', async () => {
  await balance('Fennick')
  await create('Seats in the picture house', [open('https://lumiere.example/'), press('Reserve')], {
    description: 'Films at the Lumiere this evening.',
  })
  expect(await match('Reserve a chair at the Lumiere tonight')).toEqual({ outcome: 'none' })
})
