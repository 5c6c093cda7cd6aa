import { fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@waypost/testing'
import { afterAll, describe, expect, test } from 'vitest'

const entry = fileURLToPath(new URL('test-process.ts', import.meta.url))

const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

async function start(delaySeconds: string): Promise<{ child: ChildProcess; app: string; internals: string }> {
  const child = fork(entry, [JSON.stringify({ STOP_DELAY_SECONDS: delaySeconds, LOG_LEVEL: 'fatal' })])
  children.push(child)
  // Both messages may arrive at once: a listener added after the first would miss the second.
  const messages = on(child, 'message')
  const { value: first } = (await messages.next()) as IteratorResult<[AddressInfo[]]>
  const addresses = (first as [AddressInfo[]])[0]
  expect((await messages.next()).value).toEqual(['ready', undefined])
  const [app, internals] = addresses.map(({ port }) => `http://127.0.0.1:${port}`)
  return { child, app: app!, internals: internals! }
}

const statusOf = async (url: string) => (await fetch(url)).status

describe.concurrent('a process that receives SIGTERM', () => {
  test('a process that receives SIGTERM reports that it is not ready, and keeps serving before it ends', async () => {
    const { child: running, app, internals } = await start('1')
    const ready = await fetch(`${app}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'keep-alive'])
    expect(await statusOf(`${internals}/readyz`)).toBe(200)

    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    await waitFor('readiness to end', async () => (await statusOf(`${app}/readyz`)) === 503, 900)
    expect(await statusOf(`${internals}/readyz`)).toBe(503)
    const answer = await fetch(`${app}/slow`)
    // The connection cannot be used for the next request.
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await statusOf(`${app}/healthz`)).toBe(200)

    expect(await ended).toEqual([0, null])
    await expect(fetch(`${app}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('a stopping process answers the requests in progress, and ends at once where no delay is configured', async () => {
    const { child: running, app } = await start('0')
    const answer = fetch(`${app}/slow`)
    await waitFor('the request to be there', async () => (await statusOf(`${app}/healthz`)) === 200)
    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    expect(await (await answer).text()).toBe('done')
    expect(await ended).toEqual([0, null])
  })

  test('a process that receives SIGINT ends without the delay', async () => {
    const { child: running } = await start('300')
    running.kill('SIGINT')
    expect(await once(running, 'exit')).toEqual([0, null])
  })
})
