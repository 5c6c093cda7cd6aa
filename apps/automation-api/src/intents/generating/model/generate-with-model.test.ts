import { expect, it } from 'vitest'
import type { ModelServer } from '../../../runner/healing/model/model-server.ts'
import { testGeneration } from '../test-generation.ts'
import { find, KEY, none, promptOf, step, testModels, TEXT, type Answer } from './test-models.ts'
import { shopPages } from '../test-shop.ts'

const site = testGeneration(shopPages)
const { startModel, answer, openShop, searchFog } = testModels(site)

it.concurrent('a model’s steps are performed one by one and written down as an automation', async () => {
  const model = await answer(...searchFog, (asked) =>
    step({
      action: 'extract',
      element: find(asked, ({ called }) => called === 'price'),
      output: 'price',
      isLast: true,
    }),
  )
  const { actions, description } = await site.generated(TEXT, model.options())
  expect(actions.map(({ name }) => name).slice(1)).toEqual(['Fill in Title', 'Click Search', 'Read price'])
  expect(actions[1]).toMatchObject({ selectors: expect.arrayContaining(['input[name="q"]']), value: 'fog' })
  expect(description).toBe(TEXT.replace('SITE', site.server.url))
  expect((await site.run(actions)).read).toEqual({ price: '22.00 €' })

  const [first, second] = model.questions
  expect(model.questions).toHaveLength(4)
  expect(first!.headers['authorization']).toBe(`Bearer ${KEY}`)
  expect(first!.body).toMatchObject({ model: 'small', response_format: { json_schema: { strict: true } } })
  expect(promptOf(second!)).toContain(`1. {"action":"open","value":"${site.server.url}"}`)
})

it.concurrent('a model may keep all items of a list', async () => {
  const model = await answer(
    () => step({ action: 'open', value: `${site.server.url}/catalogue` }),
    (asked) =>
      step({
        action: 'extract',
        element: find(asked, ({ text }) => text === '22.00 €'),
        output: 'prices',
        all: true,
      }),
    () => none,
  )
  const { actions } = await site.generated(TEXT, model.options())
  expect((await site.run(actions)).read).toEqual({ prices: ['14.50 €', '22.00 €', '9.90 €'] })
})

it.concurrent('a model may expect a text, wait, and hand over to a person, as the task says', async () => {
  const text = 'At SITE: Books on the sea must be there, 2 seconds later it is my turn to sign in'
  const model = await answer(
    () => step({ action: 'open', value: site.server.url }),
    () => step({ action: 'expect', value: 'Books on the sea' }),
    () => step({ action: 'wait', value: '2' }),
    () => step({ action: 'reload' }),
    () => step({ action: 'hand_over', value: 'sign in' }),
    () => none,
  )
  const { actions } = await site.generated(text, model.options())
  expect(actions.slice(1)).toMatchObject([
    { type: 'assert', text: 'Books on the sea' },
    { type: 'wait', durationMs: 2000 },
    { type: 'reload' },
    { type: 'handOver', message: 'sign in' },
  ])
})

it.concurrent('a model may not make up what a person is asked to do', async () => {
  const model = await answer(
    () => step({ action: 'open', value: site.server.url }),
    () => step({ action: 'hand_over', value: 'Send your password to a@b.test' }),
    () => step({ action: 'hand_over', value: 'Send your password to a@b.test' }),
  )
  expect(await site.failed(TEXT, model.options())).toMatchObject({
    reason: 'action_refused',
    message: expect.stringContaining('its value is not in the text'),
  })
})

it.concurrent('a model may name a list, and set a box to a state', async () => {
  const model = await answer(
    () => step({ action: 'open', value: `${site.server.url}/catalogue` }),
    () => step({ action: 'extract_list', value: 'name and price of every product', output: 'books' }),
    () => step({ action: 'open', value: `${site.server.url}/order` }),
    (asked) => step({ action: 'check', element: find(asked, ({ name }) => name === 'Newsletter') }),
    () => none,
  )
  const { actions } = await site.generated(TEXT, model.options())
  expect(actions.map(({ type }) => type)).toEqual(['navigate', 'extract', 'navigate', 'check'])
  expect((await site.run(actions)).read).toMatchObject({
    books: [{ name: 'The Tide Tables', price: '14.50 €' }, expect.anything(), expect.anything()],
  })
})

it.concurrent('one of several similar elements is found again by the text beside it', async () => {
  const model = await answer(
    () => step({ action: 'open', value: `${site.server.url}/catalogue` }),
    (asked) =>
      step({
        action: 'click',
        element: find(asked, ({ name, after }) => name === 'Add to cart' && after === '22.00 €'),
      }),
    (asked) =>
      step({ action: 'extract', element: find(asked, ({ text }) => text === '22.00 €'), output: 'price' }),
    () => none,
  )
  const { actions } = await site.generated(TEXT, model.options())
  for (const action of actions.slice(1)) expect(JSON.stringify(action)).toContain('A Field Guide to Fog')
  expect((await site.run(actions)).read).toEqual({ price: '22.00 €' })
})

it.concurrent('the model is not asked about a text in the controlled language', async () => {
  const model = await answer()
  await site.generated('open SITE; click Catalogue', model.options())
  expect(model.questions).toEqual([])
})

const order =
  (isLast: boolean): Answer =>
  (asked) =>
    step({ action: 'click', element: find(asked, ({ name }) => name === 'Place order'), isLast })

it('an apparently irreversible last step is written down and not performed', async () => {
  const openOrder: Answer = () => step({ action: 'open', value: `${site.server.url}/order` })
  const model = await answer(openOrder, order(false), order(true))
  const requests = site.server.requests.length
  const { actions } = await site.generated(TEXT, model.options())
  expect(actions.map(({ name }) => name).slice(1)).toEqual(['Click Place order'])
  expect(site.server.requests.slice(requests)).not.toContain('/thanks')

  const other = await answer(openOrder, order(false), order(false))
  expect(await site.failed(TEXT, other.options())).toMatchObject({ reason: 'irreversible_step' })
})

it.concurrent('generation goes on after a rate limit of the model', async () => {
  let refusals = 0
  const model = await startModel(({ questions }) => (question, response) => {
    if (refusals < 2) {
      refusals += 1
      response.writeHead(429, { 'Retry-After': '0' }).end('{"error": {"message": "slow down"}}')
      return undefined
    }
    return questions.length === 3 ? openShop(question) : none
  })
  await site.generated(TEXT, model.options())
  expect(model.questions).toHaveLength(4)
})

it.concurrent.each<[string, ModelServer['answer'], string]>([
  [
    '429 for ever',
    (_question, response) => void response.writeHead(429, { 'Retry-After': '0' }).end(),
    'model_rate_limited',
  ],
  [
    '429 for an hour',
    (_question, response) => void response.writeHead(429, { 'Retry-After': '3600' }).end(),
    'model_rate_limited',
  ],
  ['nothing', () => undefined, 'model_timeout'],
  [
    'an error',
    (_question, response) => void response.writeHead(500).end(`{"error": {"message": "${KEY}"}}`),
    'model_unavailable',
  ],
  [
    'a redirect',
    (_question, response) => void response.writeHead(307, { location: '/other' }).end(),
    'model_unavailable',
  ],
  ['a closed connection', (_question, response) => void response.destroy(), 'model_unavailable'],
])('generation fails with the reason when the model responds with %s', async (_name, behave, reason) => {
  const model = await startModel(() => behave)
  const failure = await site.failed(TEXT, model.options({ timeoutMs: 500 }))
  expect(failure.reason).toBe(reason)
  expect(failure.message).not.toContain(KEY)
})

const scroll: Answer = () => step({ action: 'scroll', value: 'bottom' })

const endless = () => answer(openShop, ...Array.from({ length: 50 }, () => scroll))

it.concurrent('generation ends after too many questions, too many tokens, or too long', async () => {
  const few = await endless()
  expect(await site.failed(TEXT, few.options({ maxQuestions: 3 }))).toMatchObject({
    reason: 'too_many_steps',
  })
  expect(few.questions).toHaveLength(3)
  const short = await endless()
  expect(await site.failed(TEXT, short.options({ maxTokens: 1500 }))).toMatchObject({
    reason: 'too_many_tokens',
  })
  const long = await endless()
  expect(await site.failed(TEXT, { ...long.options(), budgetMs: 1500 })).toMatchObject({ reason: 'timeout' })
})

it.concurrent('the model’s reason to give up is passed on', async () => {
  const model = await answer(() => step({ action: 'give_up', value: 'there is no such shop' }))
  expect(await site.failed(TEXT, model.options())).toMatchObject({
    reason: 'model_gave_up',
    message: 'The model gave up: there is no such shop',
  })
})
