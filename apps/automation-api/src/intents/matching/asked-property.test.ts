import { expect, test } from 'vitest'
import { enter, open, openMatchingBed, read } from './test-matching.ts'

const { create, match } = openMatchingBed()

test('a question for a property or a superlative that an automation has no word for does not run it', async () => {
  const automationId = await create(
    'Bicycle repairs',
    [open('https://spokes.example/'), enter('bicycle', 'Bicycle'), read('state')],
    { description: 'The state of the repair of a bicycle.' },
  )
  expect(await match('What is the state of bicycle B-207?')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
  for (const text of [
    'What is the owner of bicycle B-207?',
    'Who rides bicycle B-207?',
    'Which bicycle had the most repairs?',
    'Owner of the bicycle B-207',
    'Get the invoice for the repair of bicycle B-207',
    'Which tools are used for the repair of bicycle B-207?',
    'How heavy is bicycle B-207?',
    'How much is the bicycle B-207?',
  ])
    expect(await match(text)).not.toMatchObject({ outcome: 'matched' })
})

test('who does something is told by no automation that only has the thing it is done to', async () => {
  const automationId = await create('Matches of a team', [
    open('https://league.example/'),
    enter('team', 'Team'),
    read('scores'),
  ])
  expect(await match('Matches of the team "Harbour Rovers"')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
  expect(await match('Who coaches the team "Harbour Rovers"?')).not.toMatchObject({ outcome: 'matched' })
  const players = await create('Players of a team', [
    open('https://league.example/'),
    enter('team', 'Team'),
    read('players'),
  ])
  expect(await match('Who plays in the team "Harbour Rovers"?')).toMatchObject({
    outcome: 'matched',
    automationId: players,
  })
})
