import { afterEach, describe, expect, test, vi } from 'vitest'
import { AliasClient } from '../alias/alias-client.ts'
import { AutomationClient } from '../automation/automation-client.ts'
import {
  createTestClock,
  startScriptedService,
  type Scripted,
  type ScriptedService,
} from '../testing/start-scripted-service.ts'
import { systemClock, type Clock } from './clock.ts'
import { ConnectionError, RateLimitError, ServerError, TimeoutError } from './errors.ts'

const ok = { status: 200, body: { isRunning: false } }
const started = { status: 202, body: { executionId: 'run', status: 'pending', startsAt: '' } }
const unavailable = { status: 503, body: { statusCode: 503, message: 'Service Unavailable' } }
const cut: Scripted = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"isRunning"')
  response.socket!.end()
}
const hangUp: Scripted = (response) => void response.socket!.destroy()

const hang = (_url: unknown, { signal }: RequestInit = {}) =>
  new Promise<never>((_resolve, reject) =>
    signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
  )

let service: ScriptedService
afterEach(() => service.close())

async function open(...answers: Scripted[]) {
  service = await startScriptedService(...answers)
  const clock = createTestClock()
  const options = { apiKey: 'gfac_key', baseUrl: service.url, clock }
  return { clock, waypost: new AutomationClient(options), alias: new AliasClient(options) }
}

describe('429', () => {
  test('is retried after the seconds of Retry-After', async () => {
    const { waypost, clock } = await open({ status: 429, headers: { 'retry-after': '7' } }, ok)
    expect(await waypost.automations.status('one')).toEqual({ isRunning: false })
    expect(clock.waits).toEqual([expect.closeTo(7000, -2)])
    expect(service.requests).toHaveLength(2)
  })

  test('is retried at the date of Retry-After', async () => {
    const headers = { 'retry-after': 'Mon, 02 Mar 2026 09:30:20 GMT' }
    const { waypost, clock } = await open({ status: 429, headers }, ok)
    await waypost.automations.status('one')
    expect(clock.waits).toEqual([expect.closeTo(20_000, -2)])
  })

  test('is retried at the second of X-RateLimit-Reset without a Retry-After', async () => {
    const reset = Date.parse('2026-03-02T09:30:42Z') / 1000
    const { alias, clock } = await open(
      { status: 429, headers: { 'x-ratelimit-reset': `${reset}` } },
      { status: 200, body: { data: [] } },
    )
    expect(await alias.domains.list()).toEqual([])
    expect(clock.waits).toEqual([expect.closeTo(42_000, -2)])
  })

  test('is not retried when the wait is longer than the caller allows', async () => {
    const { waypost, clock } = await open({
      status: 429,
      headers: { 'retry-after': '71' },
      body: { error: 'Rate limit exceeded' },
    })
    const failure = waypost.automations.status('one')
    await expect(failure).rejects.toThrow(RateLimitError)
    await expect(failure).rejects.toMatchObject({ status: 429, message: '429 Rate limit exceeded' })
    expect(clock.waits).toEqual([])
  })
})

describe('500, 502, 503, 504 and lost connections', () => {
  test('are retried after growing pauses, up to the maximum', async () => {
    const { waypost, clock } = await open(unavailable)
    await expect(waypost.automations.status('one', { maxRetries: 4 })).rejects.toThrow(ServerError)
    expect(service.requests).toHaveLength(5)
    for (const [index, ms] of clock.waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index)
      expect(ms).toBeLessThanOrEqual(500 * 2 ** index)
    }
  })

  test('do not fail a read that succeeds in a retry', async () => {
    const failures = [500, 502, 503, 504].map((status) => ({ status }))
    const { waypost } = await open(hangUp, ...failures, ok)
    expect(await waypost.automations.status('one', { maxRetries: 5 })).toEqual({ isRunning: false })
  })

  test.each([500, 502, 504])('do not fail a write under an Idempotency-Key: %i', async (status) => {
    const { waypost } = await open({ status }, started)
    expect(await waypost.automations.trigger('one')).toMatchObject({ executionId: 'run' })
  })

  test('end in a ConnectionError', async () => {
    const { waypost } = await open(hangUp)
    await expect(waypost.automations.status('one')).rejects.toThrow(ConnectionError)
    expect(service.requests).toHaveLength(3)
  })

  test('a response that ends before its body does is a lost connection too', async () => {
    const { waypost } = await open(cut, ok)
    expect(await waypost.automations.status('one')).toEqual({ isRunning: false })
  })

  test.each([400, 401, 403, 404, 409, 501])('%i is not retried', async (status) => {
    const { waypost } = await open({ status, body: { message: 'no' } })
    await expect(waypost.automations.status('one')).rejects.toMatchObject({ status, body: { message: 'no' } })
    expect(service.requests).toHaveLength(1)
  })
})

describe('writes', () => {
  test('are retried under one Idempotency-Key, with another key for each call', async () => {
    const { waypost } = await open(hangUp, unavailable, started)
    await waypost.automations.trigger('one')
    await waypost.automations.trigger('one')
    const keys = service.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  test('have no key of their own without retries', async () => {
    const { waypost } = await open(started)
    await waypost.automations.trigger('one', {}, { maxRetries: 0 })
    expect(service.requests[0]!.headers['idempotency-key']).toBeUndefined()
  })

  test('have the key that the caller passes', async () => {
    const { waypost } = await open(started)
    await waypost.automations.trigger('one', {}, { idempotencyKey: 'order-1042' })
    expect(service.requests[0]!.headers['idempotency-key']).toBe('order-1042')
  })

  test.each<[string, (waypost: AutomationClient) => Promise<unknown>]>([
    ['PATCH', (waypost) => waypost.automations.update('one', { name: 'new' })],
    ['DELETE', (waypost) => waypost.automations.delete('one')],
    ['POST', (waypost) => waypost.automations.stop('one')],
  ])('are sent once where the service accepts no key: %s', async (_method, write) => {
    const { waypost } = await open({ status: 500 })
    await expect(write(waypost)).rejects.toThrow(ServerError)
    expect(service.requests).toHaveLength(1)
    expect(service.requests[0]!.headers['idempotency-key']).toBeUndefined()
  })
})

describe('time', () => {
  test('an attempt without a response in time is aborted and retried', async () => {
    const { waypost } = await open(() => {}, ok)
    expect(await waypost.automations.status('one', { timeoutMs: 100, maxRetries: 20 })).toEqual({
      isRunning: false,
    })
  })

  test('without any response in time there is a TimeoutError', async () => {
    const { waypost } = await open((response) => void response.writeHead(200).write('{'))
    const failure = waypost.automations.status('one', { timeoutMs: 50, maxRetries: 1 })
    await expect(failure).rejects.toThrow(TimeoutError)
    await expect(failure).rejects.toThrow('was not answered within 50 ms')
  })

  test('an attempt has a second more for each 64 KiB that it sends, unless the call sets its time', async () => {
    await open(ok)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waypost = new AutomationClient({ apiKey: 'gfac_key', fetch: hang, timeoutMs: 50, maxRetries: 0 })
    const update = { name: 'x'.repeat(128 * 1024) }
    const failures = [
      waypost.automations.update('one', update),
      waypost.automations.update('one', update, { timeoutMs: 50 }),
    ]
    const settled = Promise.allSettled(failures)
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect((await settled).map((each) => String((each as PromiseRejectedResult).reason))).toEqual([
      expect.stringContaining('was not answered within 2050 ms'),
      expect.stringContaining('was not answered within 50 ms'),
    ])
  })

  test('an AbortSignal ends a request under way, and its reason is thrown', async () => {
    const controller = new AbortController()
    const { waypost } = await open(() => controller.abort(new Error('changed my mind')))
    const failure = waypost.automations.status('one', { signal: controller.signal })
    await expect(failure).rejects.toThrow('changed my mind')
    expect(service.requests).toHaveLength(1)
  })

  test('an AbortSignal ends a pause', async () => {
    const controller = new AbortController()
    service = await startScriptedService({ status: 429, headers: { 'retry-after': '60' } })
    const clock: Clock = {
      now: systemClock.now,
      wait(ms, signal) {
        const pause = systemClock.wait(ms, signal)
        controller.abort(new Error('changed my mind'))
        return pause
      },
    }
    const waypost = new AutomationClient({ apiKey: 'gfac_key', baseUrl: service.url, clock })
    const failure = waypost.automations.status('one', { signal: controller.signal })
    await expect(failure).rejects.toThrow('changed my mind')
  })

  test('an AbortSignal ends a call while its token is being fetched', async () => {
    const controller = new AbortController()
    service = await startScriptedService(ok)
    const token = async () => {
      controller.abort(new Error('changed my mind'))
      return 'token'
    }
    const waypost = new AutomationClient({ token, baseUrl: service.url })
    const failure = waypost.webhooks.get('one', { signal: controller.signal })
    await expect(failure).rejects.toThrow('changed my mind')
    expect(service.requests).toEqual([])
  })

  test('with an aborted signal nothing is sent', async () => {
    const { waypost } = await open(ok)
    await expect(waypost.automations.status('one', { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(service.requests).toEqual([])
  })
})
