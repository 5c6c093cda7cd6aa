import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { testGeneration } from './test-generation.ts'

const read = (name: string) =>
  readFile(new URL(`../../../../../stack/demo-site/${name}`, import.meta.url), 'utf8')

const site = testGeneration({ '/': await read('index.html'), '/search.html': await read('search.html') })

it('a request for the demo’s bookshop makes an automation', async () => {
  const text =
    'open SITE; type ${title} into Title; click Search; wait for Results; extract the price as price'
  const { actions, variables } = await site.generated(text, { variables: { title: 'fog' } })
  expect(variables).toEqual({ title: {} })
  expect((await site.run(actions, { title: 'fog' })).read).toEqual({ price: '22.00 €' })
  expect((await site.run(actions, { title: 'knots' })).read).toEqual({ price: '9.90 €' })
})

it('the generated automation reads all of the bookshop’s books', async () => {
  const { actions } = await site.generated(
    'Go to SITE, click Search, then extract all the titles as titles and all prices as prices.',
  )
  expect((await site.run(actions)).read).toEqual({
    titles: ['The Tide Tables', 'A Field Guide to Fog', 'Knots for the Patient'],
    prices: ['14.50 €', '22.00 €', '9.90 €'],
  })
})

it('requests for the bookshop in everyday language are understood', async () => {
  const text =
    'Hi, could you open SITE, type "tide" into the search box, press Enter and tell me the price? Thanks!'
  const { actions } = await site.generated(text)
  expect((await site.run(actions)).read).toEqual({ price: '14.50 €' })
})
