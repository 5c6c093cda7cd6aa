import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../create-app.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'
import { createLogger } from '../observability/logger.ts'
import { admitHere } from './hand-over.ts'
import { unavailable } from './route-to-cells.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Sends a body that takes so long, in which the account moves; says how often it was admitted. */
async function send(tookMs: number) {
  const app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm: standardErrorForm,
    trustProxy: false,
    corsOrigins: [],
  })
  const admit = vi
    .fn(async () => 'ada')
    .mockResolvedValueOnce('ada')
    .mockRejectedValueOnce(unavailable())
  const work = vi.fn(async () => ({}))
  app.post(
    '/',
    { onRequest: async (request, reply) => void (await admitHere(request, reply, 'owner ada', admit)) },
    work,
  )
  async function* body() {
    yield '{'
    await vi.waitFor(() => expect(admit).toHaveBeenCalled())
    vi.advanceTimersByTime(tookMs)
    yield '}'
  }
  const headers = { 'content-type': 'application/json' }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    payload: Readable.from(body()),
  })
  await app.close()
  return { statusCode, worked: work.mock.calls.length, admitted: admit.mock.calls.length }
}

test('a request whose body comes late is admitted again, and nothing is done for an account that has moved meanwhile', async () => {
  expect(await send(6000)).toEqual({ statusCode: 503, worked: 0, admitted: 2 })
})

test('a request whose body comes soon is admitted once', async () => {
  expect(await send(1000)).toEqual({ statusCode: 200, worked: 1, admitted: 1 })
})
