import { expect, it } from 'vitest'
import { EXAMPLES, parseControlled } from './grammar/parse-controlled.ts'
import { testGeneration } from './test-generation.ts'
import { shopPages } from './test-shop.ts'

const site = testGeneration(shopPages)

it.concurrent.each([
  'open SITE/catalogue; click Add to cart; extract the added as added',
  'open SITE/catalogue; extract the price as p',
  'open SITE; click Terms',
])('the advice of a refusal is understood when it is sent back: %s', async (text) => {
  const { message } = await site.failed(text)
  const [, better = ''] = /For example: “(open .+)”$/s.exec(message) ?? []
  expect(better).not.toBe('')
  await site.generated(better)
})

it.each(EXAMPLES)('the example of a refusal is understood: %s', (text) => {
  expect(parseControlled(text)).toHaveProperty('clauses')
})
