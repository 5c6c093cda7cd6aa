import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startWebhookReceiver, waitFor } from '@waypost/testing'
import { attemptHeaders, automationChannel, generateSecret } from '@waypost/webhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { describeListener } from './describe-listener.ts'
import { parseListenArguments, type ListenOptions } from './parse-listen-arguments.ts'
import { startListener, type Listener } from './start-listener.ts'

const secret = generateSecret()
const body = JSON.stringify({
  event: 'webhook.test',
  timestamp: '2026-03-02T09:30:00.000Z',
  data: { message: 'a \u009b2J b\u202e', webhookId: 'one' },
})
const sign = (by: string) =>
  attemptHeaders(
    automationChannel,
    { deliveryId: 'first', event: 'webhook.test', body, sentAt: new Date() },
    by,
  )
const post = (url: string, headers: Record<string, string>, sent = body) =>
  fetch(url, { method: 'POST', headers, body: sent })

const beginning = (...args: string[]) =>
  describeListener('http://127.0.0.1:9000', parseListenArguments(args) as ListenOptions)

let listener: Listener
let said: string[]
afterEach(() => listener.close())

async function start(...args: string[]): Promise<void> {
  said = []
  const options = parseListenArguments(['--port', '0', ...args]) as ListenOptions
  listener = await startListener(options, (text) => said.push(text))
}

test('the listener shows genuine deliveries and responds with 204', async () => {
  await start('--secret', secret)
  expect((await post(`${listener.url}/any/path`, sign(secret))).status).toBe(204)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^\d\d:\d\d:\d\d {2}✓ webhook\.test {2}first {2}→ 204\n/)
  expect(said[0]).toContain('"webhookId": "one"')
})

test('the listener’s output cannot control the terminal', async () => {
  for (const args of [['--json'], []]) {
    await start('--secret', secret, ...args)
    await post(listener.url, sign(secret))
    expect(said[0]).toContain('a \\u009b2J b\\u202e')
    if (args.length > 0) await listener.close()
  }
})

test('the listener refuses other requests with the reason, and forwards none of them', async () => {
  const receiver = await startWebhookReceiver()
  await start('--secret', secret, '--forward', receiver.url)
  const refused = await post(listener.url, sign(generateSecret()))
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 'wrong_signature' })
  expect(said[0]).toContain('✗ wrong_signature  → 401 refused')
  expect(said.join('')).not.toContain(secret)
  expect(receiver.requests).toEqual([])
  await receiver.close()
})

test('the listener responds with the given statuses, one after the other', async () => {
  await start('--secret', secret, '--status', '500,429,202')
  const statuses = []
  for (let count = 0; count < 4; count++) statuses.push((await post(listener.url, sign(secret))).status)
  expect(statuses).toEqual([500, 429, 202, 202])
  expect(said.map((text) => /→ (.*)/.exec(text)![1])).toEqual(['500 refused', '429 refused', '202', '202'])
})

test('the listener accepts any of several secrets', async () => {
  const old = generateSecret()
  await start('--secret', secret, '--secret', old)
  expect((await post(listener.url, sign(old))).status).toBe(204)
})

test('the listener points out a genuine delivery whose time is not signed', async () => {
  await start('--secret', 'correct horse battery')
  expect((await post(listener.url, sign('correct horse battery'))).status).toBe(204)
  expect(said[0]).toContain('Genuine, but nobody signed the time')
})

test('without a secret the listener shows everything as not verified', async () => {
  await start()
  expect((await post(listener.url, {})).status).toBe(204)
  expect((await post(listener.url, {}, 'no JSON')).status).toBe(204)
  expect(said[0]).toContain('? webhook.test')
  expect(said[0]).toContain('Not verified: there is no secret')
  expect(said[1]).toContain('? no event')
})

test('the listener forwards bytes and headers unchanged, and passes the response back', async () => {
  const receiver = await startWebhookReceiver()
  receiver.answer((response) => response.writeHead(418, { 'content-type': 'text/plain' }).end('teapot'))
  await start('--secret', secret, '--forward', receiver.url, '--json')
  const headers = sign(secret)
  const answer = await post(listener.url, headers)
  expect([answer.status, await answer.text()]).toEqual([418, 'teapot'])
  expect(receiver.requests[0]!.body.toString()).toBe(body)
  expect(receiver.requests[0]!.headers).toMatchObject(headers)
  expect(JSON.parse(said[0]!)).toMatchObject({
    status: 418,
    accepted: false,
    verified: true,
    event: { event: 'webhook.test' },
  })
  await receiver.close()
  expect((await post(listener.url, headers)).status).toBe(502)
  expect(JSON.parse(said[1]!)).toMatchObject({ note: expect.stringContaining('ECONNREFUSED') })
})

test('the listener says before any delivery that without a secret it cannot verify', async () => {
  await start()
  expect(beginning()).toContain('There is no secret, so deliveries cannot be verified')
  expect(beginning('--secret', secret)).toBe('Listening on http://127.0.0.1:9000; Ctrl-C stops.')
  const forward = ['--forward', 'http://localhost:3000/hooks']
  expect(beginning(...forward)).toContain('Every delivery is forwarded to http://localhost:3000/hooks')
  expect(beginning(...forward, '--secret', secret)).toContain('Verified deliveries are forwarded to')
})

describe('the listen command', () => {
  test.each([
    [['--port', '70000'], '--port must be a number from 0 to 65535'],
    [['--status', 'soon'], '--status must be a number from 200 to 599'],
    [['--forward', 'nowhere'], '--forward must be an http or https URL'],
    [['--sekret', 'x'], "Unknown option '--sekret'"],
  ])('explains what is wrong with %j', async (args, message) => {
    await start()
    expect(() => parseListenArguments(args)).toThrow(message)
  })

  test('listens until it is stopped, and reads its secret from the environment', async () => {
    await start()
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const child = spawn(process.execPath, [main, 'listen', '--port', '0'], {
      env: { ...process.env, WAYPOST_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    const url = await waitFor('the address', () => /http:\S+\d/.exec(lines[0] ?? '')?.[0])
    expect((await post(url, sign(secret))).status).toBe(204)
    expect((await post(url, sign(generateSecret()))).status).toBe(401)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
