import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendAttempt } from '../send-attempt.ts'
import { attempt } from '../testing/attempt.ts'
import { openAgent } from '../testing/open-agent.ts'
import { flood, startRawReceiver } from '../testing/raw-receiver.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const start = 'HTTP/1.1 200 OK\r\n'
const startChunked = `${start}transfer-encoding: chunked\r\n\r\n`

const floods: [string, (socket: Socket) => void][] = [
  ['a status line', (socket) => floodAfter(socket, 'HTTP/1.1 200 ', 'a')],
  ['interim answers', (socket) => flood(socket, 'HTTP/1.1 103 Wait\r\n\r\n')],
  ['continuing', (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
  ['empty lines', (socket) => flood(socket, '\r\n')],
  ['one header', (socket) => floodAfter(socket, `${start}a: `, 'b')],
  ['tiny headers', (socket) => floodAfter(socket, start, 'a:\r\n')],
  ['a folded header', (socket) => floodAfter(socket, `${start}a: b\r\n`, ' c\r\n')],
]

test.each(floods)('an endless response is ended as an invalid response: %s', async (_what, answer) => {
  const { url, closed } = await startRawReceiver(answer)
  const outcome = { succeeded: false, status: null, error: 'invalid_response', responseBody: null }
  expect(await attempt(url)).toEqual(outcome)
  await closed
})

const endless: [string, (socket: Socket) => void][] = [
  ['chunk extensions', (socket) => floodAfter(socket, `${startChunked}2\r\nok\r\n5;`, 'a')],
  ['trailers', (socket) => floodAfter(socket, `${startChunked}2\r\nok\r\n0\r\n`, 'a:\r\n')],
]

test.each(endless)('an attempt keeps its status when the response has endless %s', async (_what, answer) => {
  const { url, closed } = await startRawReceiver(answer)
  expect(await attempt(url)).toEqual({ succeeded: true, status: 200, error: null, responseBody: 'ok' })
  await closed
})

test('a response whose body has more lines than the line limit keeps its status', async () => {
  const body = 'line\n'.repeat(1000)
  const { url } = await startRawReceiver((socket) =>
    socket.write(`${start}content-length: ${body.length}\r\n\r\n${body}`),
  )
  const outcome = { succeeded: true, status: 200, error: null, responseBody: body.slice(0, 1024) }
  expect(await attempt(url)).toEqual(outcome)
})

test('a response may have a hundred headers', async () => {
  const headers = Array.from({ length: 100 }, (_, index) => `x-header-${index}: ${'v'.repeat(100)}\r\n`)
  const { url } = await startRawReceiver((socket) => {
    socket.write(`${start}${headers.join('')}content-length: 2\r\n\r\nok`)
  })
  expect(await attempt(url)).toMatchObject({ succeeded: true, responseBody: 'ok' })
})

test('the limits apply to each response, not to all responses of a connection', async () => {
  const body = 'x'.repeat(60_000)
  const { url, connections } = await startRawReceiver((socket) =>
    socket.write(`${start}content-length: ${body.length}\r\n\r\n${body}`),
  )
  const agent = openAgent({ connectionsPerOrigin: 1 })
  for (let made = 0; made < 10; made += 1) {
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
  }
  expect(connections()).toBe(1)
})

test.each([
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['several', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nserver: a\r\n\r\n'],
  ['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'],
])('the response after interim responses is accepted: %s', async (_what, interim) => {
  const together = await startRawReceiver((socket) => socket.write(interim + ok))
  const apart = await startRawReceiver((socket) => {
    socket.write(interim)
    setImmediate(() => socket.write(interim))
    setImmediate(() => setImmediate(() => socket.write(ok)))
  })
  const agent = openAgent({ connectionsPerOrigin: 1 })
  for (const { url } of [together, together, apart, apart]) {
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true, status: 200, responseBody: 'ok' })
  }
  expect([together.connections(), apart.connections()]).toEqual([1, 1])
})

test('a body that looks like an interim response is left unchanged', async () => {
  const body = 'HTTP/1.1 100 Continue\r\n\r\n'
  const { url } = await startRawReceiver((socket) => {
    socket.write(`${start}content-length: ${body.length}\r\n\r\n`)
    setImmediate(() => socket.write(body))
  })
  expect(await attempt(url)).toMatchObject({ succeeded: true, responseBody: body })
})

test('memory stays flat during a thousand oversized responses', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  const answers: ((socket: Socket) => void)[] = [
    ...floods.map(([, answer]) => answer),
    ...endless.map(([, answer]) => answer),
    (socket) => floodAfter(socket, `${start}\r\n`, 'x'),
    (socket) => {
      socket.write(`${start}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    },
    // Silent after sending the maximum, so that the bytes are held until the time-out.
    (socket) => socket.write(start + 'a:\r\n'.repeat(500)),
    (socket) => socket.write(`${startChunked}1\r\nx\r\n`.padEnd(60_000, '1\r\nx\r\n')),
  ]
  const receivers = await Promise.all(answers.map((answer) => startRawReceiver(answer)))
  const agent = openAgent()
  let peak = 0
  const sendAll = async (times: number): Promise<void> => {
    await Promise.all(
      receivers.map(async ({ url }, index) => {
        const request = { url, headers: {}, body: '{}', timeoutMs: 100 }
        for (let made = 0; made < times; made += 10) {
          await Promise.all(Array.from({ length: 10 }, () => sendAttempt(agent, request)))
          // Garbage collection stops everything, so one collection for all of them is enough.
          if (index === 0) peak = Math.max(peak, usedBytes())
        }
      }),
    )
  }
  await sendAll(20)
  const before = await heldBytes()
  await sendAll(80)
  // Bounds what is in flight at a time, including the receivers' own side.
  expect(peak - before).toBeLessThan(150_000_000)
  expect((await heldBytes()) - before).toBeLessThan(10_000_000)
})

/** Memory still held after the aborted connections are closed. */
async function heldBytes(): Promise<number> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  return usedBytes()
}

/** Memory in use now: the time of a garbage collection is not guaranteed. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function floodAfter(socket: Socket, first: string, text: string): void {
  socket.write(first)
  flood(socket, text)
}
