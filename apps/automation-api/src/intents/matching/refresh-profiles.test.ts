import { expect, test } from 'vitest'
import { deleteAutomation } from '../../automations/delete-automation.ts'
import { updateAutomation } from '../../automations/update-automation.ts'
import { type TextReader, textReader } from '../text-reader.ts'
import { matchIntent } from './match-intent.ts'
import { enter, open, openMatchingBed, read } from './test-matching.ts'

const { bed, actor, match, weather, balance } = openMatchingBed()

test('matching uses the current state of an automation, not an earlier one', async () => {
  await balance('Fennick')
  const id = await weather()
  expect(await match('weather forecast for Oslo')).toMatchObject({ automationId: id })
  await updateAutomation(bed.service.services, actor(), id, {
    name: 'Find recipes',
    description: 'Dishes that can be cooked with an ingredient.',
    actions: [open('https://panwise.example/'), enter('ingredient', 'Ingredient'), read('recipes')],
  })
  expect(await match('weather forecast for Oslo')).toEqual({ outcome: 'none' })
  expect(await match('find recipes with pumpkin')).toMatchObject({
    automationId: id,
    variables: { ingredient: 'pumpkin' },
  })
})

test('only changed automations are described again', async () => {
  const described: string[] = []
  const reader: TextReader = {
    ...textReader,
    describe: (automations) => {
      described.push(...automations.map(({ name }) => name))
      return textReader.describe(automations)
    },
  }
  const matchCounting = () => matchIntent({ ...bed.service.services, reader }, bed.ownerId, 'weather in Oslo')
  const id = await weather()
  await balance('Fennick')
  await matchCounting()
  expect(described).toHaveLength(2)
  described.length = 0
  await matchCounting()
  expect(described).toEqual([])
  await updateAutomation(bed.service.services, actor(), id, { description: 'Rain, mostly.' })
  await matchCounting()
  expect(described).toEqual(['Weather forecast for a city'])
})

test('a request never matches a deleted automation', async () => {
  const id = await weather()
  expect(await match('weather forecast for Oslo')).toMatchObject({ automationId: id })
  await deleteAutomation(bed.service.services, actor(), id)
  expect(await match('weather forecast for Oslo')).toEqual({ outcome: 'none' })
})

test('two concurrent matches update the same profiles without conflict', async () => {
  const automationId = await weather()
  const found = await Promise.all(Array.from({ length: 6 }, () => match('weather forecast for Oslo')))
  for (const each of found) expect(each).toMatchObject({ outcome: 'matched', automationId })
})
