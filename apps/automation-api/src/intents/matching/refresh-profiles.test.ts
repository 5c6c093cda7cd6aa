import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteAutomation } from '../../automations/delete-automation.ts'
import { updateAutomation } from '../../automations/update-automation.ts'
import { embedTexts } from './embed-texts.ts'
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

test('only changed automations are embedded again', async () => {
  const asked: string[] = []
  const embed = (texts: string[]) => (asked.push(...texts), embedTexts(texts))
  const matchCounting = () => matchIntent({ ...bed.service.services, embed }, bed.ownerId, 'weather in Oslo')
  const id = await weather()
  await balance('Fennick')
  await matchCounting()
  expect(asked).toHaveLength(5)
  asked.length = 0
  await matchCounting()
  expect(asked).toEqual(['weather in Oslo'])
  asked.length = 0
  await updateAutomation(bed.service.services, actor(), id, { description: 'Rain, mostly.' })
  await matchCounting()
  expect(asked).toEqual([
    'Weather forecast for a city',
    'Weather forecast for a city. Rain, mostly.',
    'weather in Oslo',
  ])
})

test('a request never matches a deleted automation', async () => {
  const id = await weather()
  expect(await match('weather forecast for Oslo')).toMatchObject({ automationId: id })
  await deleteAutomation(bed.service.services, actor(), id)
  expect(await match('weather forecast for Oslo')).toEqual({ outcome: 'none' })
})

test('requests match by words without the model, and by meaning as soon as it is there', async () => {
  await balance('Fennick')
  const automationId = await weather()
  const without = { ...bed.service.services, embed: async () => undefined }
  expect(await matchIntent(without, bed.ownerId, 'weather forecast for Oslo')).toMatchObject({
    outcome: 'matched',
    automationId,
  })
  expect(await matchIntent(without, bed.ownerId, 'write me a poem about autumn')).toEqual({ outcome: 'none' })
  await match('weather')
  const { rows } = await bed.service.services.db.execute(sql`
    select count(profile.embeddings)::integer described
    from automation.automation_profiles profile
    join automation.automations automation on automation.id = profile.automation_id
    where automation.owner_id = ${bed.ownerId}
  `)
  expect(rows).toEqual([{ described: 2 }])
})

test('two concurrent matches update the same profiles without conflict', async () => {
  const automationId = await weather()
  const found = await Promise.all(Array.from({ length: 6 }, () => match('weather forecast for Oslo')))
  for (const each of found) expect(each).toMatchObject({ outcome: 'matched', automationId })
})
