import { fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const entry = fileURLToPath(new URL('test-process.ts', import.meta.url))

const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

interface Running {
  child: ChildProcess
  app: string
  internals: string
  /** The next message of the process. */
  next: () => Promise<unknown>
}

async function start(delaySeconds: string): Promise<Running> {
  const child = fork(entry, [JSON.stringify({ STOP_DELAY_SECONDS: delaySeconds, LOG_LEVEL: 'fatal' })])
  children.push(child)
  // Two messages may arrive at once: a listener added after the first would miss the second.
  const messages = on(child, 'message')
  const next = async (): Promise<unknown> => ((await messages.next()).value as unknown[])[0]
  const addresses = (await next()) as AddressInfo[]
  expect(await next()).toBe('ready')
  const [app, internals] = addresses.map(({ port }) => `http://127.0.0.1:${port}`)
  return { child, app: app!, internals: internals!, next }
}

const statusOf = async (url: string) => (await fetch(url)).status

describe.concurrent('a process that receives SIGTERM', () => {
  test('a process that receives SIGTERM reports that it is not ready, and keeps serving before it ends', async () => {
    const { child: running, app, internals, next } = await start('5')
    const ready = await fetch(`${app}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'keep-alive'])
    expect(await statusOf(`${internals}/readyz`)).toBe(200)

    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    expect(await next()).toEqual({ pausesMs: 5000 })
    expect(await statusOf(`${app}/readyz`)).toBe(503)
    expect(await statusOf(`${internals}/readyz`)).toBe(503)
    const answer = await fetch(`${app}/healthz`)
    // The connection cannot be used for the next request.
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])

    running.send('end the delay')
    expect(await ended).toEqual([0, null])
    await expect(fetch(`${app}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('a stopping process answers the requests in progress, and ends at once where no delay is configured', async () => {
    const { child: running, app, next } = await start('0')
    const answer = fetch(`${app}/slow`)
    expect(await next()).toBe('slow')
    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    expect(await next()).toEqual({ pausesMs: 0 })
    running.send('end the delay')
    running.send('answer')
    expect(await (await answer).text()).toBe('done')
    expect(await ended).toEqual([0, null])
  })

  test('a process that receives SIGINT ends without the delay', async () => {
    const { child: running, next } = await start('300')
    const ended = once(running, 'exit')
    running.kill('SIGINT')
    expect(await next()).toEqual({ pausesMs: 0 })
    running.send('end the delay')
    expect(await ended).toEqual([0, null])
  })
})
