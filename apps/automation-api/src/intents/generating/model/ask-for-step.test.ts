import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../../runner/healing/model/model-server.ts'
import { askForStep } from './ask-for-step.ts'

let model: ModelServer
beforeEach(async () => {
  model = await startModelServer()
})
afterEach(() => model.close())

const done = { action: 'done', element: null, value: null, output: null, all: null, isLast: false }

/** Refuses as many questions with 429 as there are entries of `retryAfter`, and returns the waits between the questions. */
async function ask(...retryAfter: (string | undefined)[]): Promise<{ waits: number[]; end: unknown }> {
  const waits: number[] = []
  model.answer = (_question, response) => {
    const refused = model.questions.length - 1
    if (refused >= retryAfter.length) return done
    const after = retryAfter[refused]
    response.writeHead(429, after === undefined ? {} : { 'Retry-After': after }).end()
    return undefined
  }
  const end = await askForStep(
    { baseUrl: model.baseUrl, model: 'small', timeoutMs: 60_000 },
    { instructions: 'do it', prompt: 'page', count: 1, signal: new AbortController().signal },
    async (waitMs) => void waits.push(waitMs),
  ).then(
    ({ step }) => step.action,
    ({ reason }: { reason?: unknown }) => reason,
  )
  return { waits, end }
}

test('a rate limit of the model is waited for as long as its Retry-After says', async () => {
  expect(await ask('0.2', '60')).toEqual({ waits: [200, 60_000], end: 'done' })
})

test.each([
  ['has no Retry-After', undefined],
  ['has a Retry-After that cannot be read', 'soon'],
])('a rate limit of the model that %s is waited for two seconds', async (_what, retryAfter) => {
  expect(await ask(retryAfter)).toEqual({ waits: [2000], end: 'done' })
})

test('a rate limit of the model until a time that has passed is not waited for', async () => {
  expect(await ask('Thu, 01 Jan 2015 00:00:00 GMT')).toEqual({ waits: [0], end: 'done' })
})

test('a model that asks for a wait of more than a minute is asked once', async () => {
  expect(await ask('60.1')).toEqual({ waits: [], end: 'model_rate_limited' })
  expect(model.questions).toHaveLength(1)
})

test('a model that refuses four questions because of its rate limit is not asked again', async () => {
  expect(await ask('1', '2', '3', '4', '5')).toEqual({ waits: [1000, 2000, 3000], end: 'model_rate_limited' })
  expect(model.questions).toHaveLength(4)
})
