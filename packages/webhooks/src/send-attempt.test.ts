import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testCertificate } from '../../egress/src/testing/certificate.ts'
import { sendAttempt } from './send-attempt.ts'
import { attempt } from './testing/attempt.ts'
import { expiredCertificate } from './testing/expired-certificate.ts'
import { openAgent } from './testing/open-agent.ts'
import { drip, flood, startRawReceiver, type RawReceiver } from './testing/raw-receiver.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

/** Answers every request with these bytes, then closes if told so. */
function answering(
  bytes: string | Buffer,
  after: 'keep' | 'end' | 'destroy' | 'reset' = 'keep',
): Promise<RawReceiver> {
  return startRawReceiver((socket) => socket.write(bytes, 'latin1', () => close(socket, after)))
}

function close(socket: Socket, how: 'keep' | 'end' | 'destroy' | 'reset'): void {
  if (how === 'end') socket.end()
  else if (how === 'destroy') socket.destroy()
  else if (how === 'reset') socket.resetAndDestroy()
}

const failed = (error: string) => ({ succeeded: false, status: null, error, responseBody: null })
const lookUp = async () => [{ address: '127.0.0.1', family: 4 }]

describe('what is sent', () => {
  test('posts the body, asking for nothing beyond what it was given', async () => {
    const receiver = await answering(ok)
    await attempt(receiver.url, { body: '{"name":"José"}' })
    expect(receiver.requests).toEqual([
      'POST /hook?a=b HTTP/1.1\r\n' +
        `host: 127.0.0.1:${receiver.port}\r\n` +
        'connection: keep-alive\r\n' +
        'content-type: application/json\r\n' +
        'content-length: 16\r\n\r\n' +
        Buffer.from('{"name":"José"}').toString('latin1'),
    ])
  })

  test('does not follow a redirect', async () => {
    const elsewhere = await answering(ok)
    const receiver = await answering(
      `HTTP/1.1 307 Moved\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`,
    )
    expect(await attempt(receiver.url)).toMatchObject({ succeeded: false, status: 307 })
    expect(elsewhere.connections()).toBe(0)
  })

  test('does not throw on what is no URL, or no URL for HTTP', async () => {
    expect(await attempt('nonsense')).toEqual(failed('network_error'))
    expect(await attempt('ftp://127.0.0.1/')).toEqual(failed('network_error'))
  })

  test('does not throw on a header that cannot be sent', async () => {
    const { url, connections } = await answering(ok)
    const sent = sendAttempt(openAgent(), { url, headers: { 'x-bad': 'a\r\nb' }, body: '{}' })
    expect(await sent).toMatchObject(failed('network_error'))
    expect(connections()).toBe(0)
  })

  test('does not throw when the agent is gone', async () => {
    const { url } = await answering(ok)
    const agent = openAgent()
    await agent.destroy()
    expect(await attempt(url, { agent })).toEqual(failed('network_error'))
  })
})

describe('what is recorded of an answer', () => {
  test.each([
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [304, false],
    [404, false],
    [410, false],
    [429, false],
    [503, false],
    [999, false],
  ])('status %i, success: %s', async (status, succeeded) => {
    const { url } = await answering(`HTTP/1.1 ${status} Word\r\ncontent-length: 0\r\n\r\n`)
    expect(await attempt(url)).toEqual({ succeeded, status, error: null, responseBody: '' })
  })

  test.each([
    ['with its length', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello', 'keep'],
    ['in chunks, with trailers', chunked('5\r\nhello\r\n0\r\nx-trailer: 1\r\n\r\n'), 'keep'],
    ['until it closes', 'HTTP/1.1 200 OK\r\n\r\nhello', 'end'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello', 'end'],
    [
      'after which the receiver closes',
      'HTTP/1.1 200\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello',
      'end',
    ],
  ] as const)('takes an answer %s', async (_what, bytes, after) => {
    const { url } = await answering(bytes, after)
    expect(await attempt(url)).toEqual({ succeeded: true, status: 200, error: null, responseBody: 'hello' })
  })

  test('makes the next attempt after `Connection: close` over a new connection', async () => {
    const { url, connections } = await answering('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', 'end')
    const agent = openAgent()
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
    expect(connections()).toBe(2)
  })

  test('keeps the first KB of the body', async () => {
    const { url } = await answering(withLength('a'.repeat(1000) + 'b'.repeat(1000)))
    expect(await attempt(url)).toMatchObject({ responseBody: 'a'.repeat(1000) + 'b'.repeat(24) })
  })

  test('keeps no half of a character', async () => {
    const { url } = await answering(withLength(Buffer.from(`${'a'.repeat(1022)}€`).toString('latin1')))
    expect(await attempt(url)).toMatchObject({ responseBody: 'a'.repeat(1022) })
  })

  test('keeps a character that comes in two parts', async () => {
    const [first, second] = [Buffer.from('€').subarray(0, 1), Buffer.from('€').subarray(1)]
    const { url } = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n')
      socket.write(first)
      setImmediate(() => socket.write(second))
    })
    expect(await attempt(url)).toMatchObject({ responseBody: '€' })
  })

  test('keeps what Postgres can hold of NUL bytes and invalid UTF-8', async () => {
    const { url } = await answering(withLength('a\0b\xff\xfe\xed\xa0\x80c'))
    const { responseBody } = await attempt(url)
    expect(responseBody).toMatch(/^a\uFFFDb\uFFFD+c$/)
  })

  test('does not decompress', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000)).toString('latin1')
    const { url } = await answering(withLength(bomb, 'content-encoding: gzip\r\n'))
    const { responseBody, ...outcome } = await attempt(url)
    expect(outcome).toEqual({ succeeded: true, status: 200, error: null })
    expect(responseBody?.slice(0, 2)).toBe('\x1F\uFFFD')
  })

  test('reads 64 KB of an endless body, closes, and takes that for the answer', async () => {
    const { url, closed } = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      flood(socket, 'endless ')
    })
    expect(await attempt(url)).toEqual({
      succeeded: true,
      status: 200,
      error: null,
      responseBody: 'endless '.repeat(128),
    })
    await closed
  })

  test('records a 413 that comes before the body is read', async () => {
    const { url } = await startRawReceiver(() => {}, {
      onConnection: (socket) =>
        socket.once('data', () => {
          socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 9\r\n\r\ntoo large')
          socket.destroy()
        }),
    })
    const outcome = await attempt(url, { body: 'x'.repeat(20_000_000) })
    expect(outcome).toEqual({ succeeded: false, status: 413, error: null, responseBody: 'too large' })
  })

  test.each(['end', 'reset'] as const)('records a failure whose body breaks off by %s', async (how) => {
    const { url } = await answering('HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\nhalf of it', how)
    const outcome = { succeeded: false, status: 500, error: null, responseBody: 'half of it' }
    expect(await attempt(url)).toEqual(outcome)
  })

  test('takes no success for one whose body breaks off', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it'
    expect(await attempt((await answering(bytes, 'end')).url)).toEqual(failed('connection_reset'))
    expect(await attempt((await answering(bytes, 'reset')).url)).toEqual(failed('connection_reset'))
    expect(await attempt((await answering(chunked('5\r\nhel'), 'end')).url)).toEqual(
      failed('connection_reset'),
    )
  })
})

describe('what is no answer', () => {
  test.each([
    ['the banner of another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['binary garbage', '\x00\x01\xff\xfe\x80garbage\x00'],
    ['TLS', '\x15\x03\x03\x00\x02\x02\x46'],
    ['HTTP/2', '\x00\x00\x12\x04\x00\x00\x00\x00\x00PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a body without a head', '{"ok":true}'],
    ['a status in letters', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a status below 100', 'HTTP/1.1 099 OK\r\ncontent-length: 0\r\n\r\n'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\na: b\0c\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nhello',
    ],
    ['chunks of no size', chunked('what?\r\n')],
    ['a chunk longer than it says', chunked('2\r\nhello\r\n')],
    ['a switch of protocols', 'HTTP/1.1 101 Over\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'],
    [
      'a switch of protocols to none',
      'HTTP/1.1 101 Over\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    ],
  ])('calls %s an invalid response', async (_what, bytes) => {
    const { url } = await answering(bytes)
    expect(await attempt(url)).toEqual(failed('invalid_response'))
  })

  test.each([
    ['without a word', ''],
    ['within the status line', 'HTTP/1.1 20'],
    ['within the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('calls a connection that ends %s reset', async (_when, bytes) => {
    for (const how of ['end', 'destroy', 'reset'] as const) {
      const { url, requests } = await answering(bytes, how)
      expect(await attempt(url)).toEqual(failed('connection_reset'))
      expect(requests).toHaveLength(1)
    }
  })

  test.each(['end', 'destroy', 'reset'] as const)('calls a connection reset by %s at once', async (how) => {
    const { url } = await startRawReceiver(() => {}, { onConnection: (socket) => close(socket, how) })
    expect(await attempt(url)).toEqual(failed('connection_reset'))
  })
})

describe('time', () => {
  const timeoutMs = 200

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['stops within the headers', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-')],
    ['stops within the body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')],
    ['stops within a failure', (socket) => socket.write('HTTP/1.1 500 Oops\r\n\r\nhalf')],
    ['drips its status line', (socket) => drip(socket, `HTTP/1.1 200 ${'a'.repeat(1000)}`)],
    ['drips headers', (socket) => dripAfter(socket, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
    ['drips a body', (socket) => dripAfter(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x')],
    ['drips chunks', (socket) => dripAfter(socket, chunked(''), '1\r\nx\r\n')],
    ['drips trailers', (socket) => dripAfter(socket, chunked('0\r\n'), 'a: b\r\n')],
    ['drips interim answers', (socket) => drip(socket, 'HTTP/1.1 103 Wait\r\n\r\n')],
    ['drips empty lines', (socket) => drip(socket, '\r\n')],
  ])('runs out for a receiver that %s', async (_what, answer) => {
    const { url, closed } = await startRawReceiver(answer)
    expect(await attempt(url, { timeoutMs })).toEqual(failed('timeout'))
    await closed
  })

  test('runs out for a receiver that does not read', async () => {
    const { url } = await startRawReceiver(() => {}, {
      onConnection: (socket) => setImmediate(() => socket.pause()),
    })
    expect(await attempt(url, { timeoutMs, body: 'x'.repeat(20_000_000) })).toEqual(failed('timeout'))
  })

  test('runs out for a receiver that accepts no connection', async () => {
    // Its thread stands still, so that the system takes two connections for it and drops the others.
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
       const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
         parentPort.postMessage(server.address().port)
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
       })`,
      { eval: true },
    )
    onTestFinished(async () => void (await worker.terminate()))
    const [port] = (await once(worker, 'message')) as [number]
    const agent = openAgent({ connectTimeoutMs: timeoutMs })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        attempt(`http://127.0.0.1:${port}/`, { agent, timeoutMs: 2 * timeoutMs }),
      ),
    )
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => failed('timeout')))
  })

  test('to connect runs out for a resolver or a TLS handshake that stalls', async () => {
    const { port, closed } = await startRawReceiver(() => {})
    const stalled = openAgent({ connectTimeoutMs: timeoutMs, lookup: () => new Promise(() => {}) })
    const agent = openAgent({ connectTimeoutMs: timeoutMs, lookup: lookUp })
    const outcomes = await Promise.all([
      attempt(`http://receiver.test:${port}/`, { agent: stalled, timeoutMs: 5000 }),
      attempt(`https://receiver.test:${port}/`, { agent, timeoutMs: 5000 }),
    ])
    expect(outcomes).toEqual([failed('timeout'), failed('timeout')])
    await closed
  })

  test('spent waiting for a connection counts, and what waited in vain is never sent', async () => {
    const receiver = await startRawReceiver((socket, { text }) => {
      if (text.endsWith('third')) socket.write(ok)
    })
    const { url, requests } = receiver
    const agent = openAgent({ connectionsPerOrigin: 1 })
    const first = attempt(url, { agent, body: 'first', timeoutMs })
    const second = attempt(url, { agent, body: 'second', timeoutMs: timeoutMs / 2 })
    const third = attempt(url, { agent, body: 'third' })
    expect(await second).toEqual(failed('timeout'))
    expect(await first).toEqual(failed('timeout'))
    expect(await third).toMatchObject({ succeeded: true })
    expect(requests.map((text) => text.split('\r\n\r\n')[1])).toEqual(['first', 'third'])
  })
})

describe('connecting', () => {
  test('names a refused connection', async () => {
    expect(await attempt(`http://127.0.0.1:${await freePort()}/`)).toEqual(failed('connection_refused'))
  })

  test('names the refusal of several addresses', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const agent = openAgent({ lookup: async () => addresses })
    const outcome = await attempt(`http://receiver.test:${await freePort()}/`, { agent })
    expect(outcome).toEqual(failed('connection_refused'))
  })

  test('names an address that is not allowed, and goes nowhere', async () => {
    const agent = openAgent({ lookup: async () => [{ address: '10.0.0.1', family: 4 }] })
    expect(await attempt('http://receiver.test/', { agent })).toEqual(failed('blocked_address'))
    expect(await attempt('http://169.254.169.254/')).toEqual(failed('blocked_address'))
    expect(await attempt('http://127.0.0.1:25/')).toEqual(failed('blocked_address'))
  })

  // What networks do that no test can have: the agent has none, and fails as it would there.
  test.each([
    ['dns_error', withCode('ENOTFOUND')],
    ['dns_error', withCode('EAI_AGAIN')],
    ['unreachable', withCode('ENETUNREACH')],
    ['timeout', withCode('ETIMEDOUT')],
    ['tls_error', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['network_error', withCode('EMFILE')],
    // No route for IPv6, and the address of IPv4 is there but nobody listens.
    ['connection_refused', new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')])],
    ['timeout', new AggregateError([withCode('ENETUNREACH'), withCode('ETIMEDOUT')])],
    ['unreachable', new AggregateError([withCode('EHOSTUNREACH'), withCode('ENETUNREACH')])],
  ])('names as %s: %o', async (name, error) => {
    const agent = new Agent({ connect: (_options, callback) => callback(error, null) })
    onTestFinished(() => agent.destroy())
    expect(await attempt('http://receiver.test/', { agent })).toEqual(failed(name))
  })
})

describe('TLS', () => {
  test('reaches a receiver with a certificate that holds', async () => {
    const { port } = await startRawReceiver((socket) => socket.write(ok), { tls: testCertificate })
    const outcome = await attempt(`https://receiver.test:${port}/`, { agent: trustingAgent() })
    expect(outcome).toMatchObject({ succeeded: true, responseBody: 'ok' })
  })

  test.each([
    ['that nobody signed', testCertificate, undefined, 'receiver.test'],
    ['of another host', testCertificate, testCertificate.cert, 'other.test'],
    ['that has expired', expiredCertificate, expiredCertificate.cert, 'receiver.test'],
  ])('sends nothing under a certificate %s', async (_what, tls, ca, host) => {
    const { port, requests } = await startRawReceiver((socket) => socket.write(ok), { tls })
    const agent = openAgent({ lookup: lookUp, ...(ca && { ca }) })
    expect(await attempt(`https://${host}:${port}/`, { agent })).toEqual(failed('tls_error'))
    expect(requests).toEqual([])
  })

  test('names a receiver that speaks plain HTTP where TLS is asked for', async () => {
    const { url } = await startRawReceiver(() => {}, {
      onConnection: (socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
    })
    expect(await attempt(url.replace('http:', 'https:'))).toEqual(failed('tls_error'))
  })

  test('names a connection that ends within the handshake', async () => {
    for (const how of ['end', 'destroy', 'reset'] as const) {
      const { url } = await startRawReceiver(() => {}, {
        onConnection: (socket) => socket.once('data', () => close(socket, how)),
      })
      expect(await attempt(url.replace('http:', 'https:'))).toEqual(failed('connection_reset'))
    }
  })

  test('names a connection that ends right after the handshake', async () => {
    const { port, connections } = await startRawReceiver(() => {}, {
      tls: testCertificate,
      onConnection: (socket) => socket.destroy(),
    })
    const outcome = await attempt(`https://receiver.test:${port}/`, { agent: trustingAgent() })
    expect(outcome).toEqual(failed('connection_reset'))
    expect(connections()).toBe(1)
  })
})

test.each(['end', 'destroy', 'reset'] as const)(
  'takes a kept connection that ends by %s under a request for one failed attempt, and sends nothing twice',
  async (how) => {
    const { url, requests } = await startRawReceiver((socket, { numberOnConnection }) =>
      numberOnConnection === 1 ? socket.write(ok) : close(socket, how),
    )
    // With one connection only, an attempt waits until that is free again, and so uses it.
    const agent = openAgent({ connectionsPerOrigin: 1 })
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
    expect(await attempt(url, { agent })).toEqual(failed('connection_reset'))
    expect(requests).toHaveLength(2)
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
  },
)

function trustingAgent(): Agent {
  return openAgent({ ca: testCertificate.cert, lookup: lookUp })
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function withLength(body: string, headers = ''): string {
  return `HTTP/1.1 200 OK\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
}

function chunked(body: string): string {
  return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`
}

function dripAfter(socket: Socket, start: string, text: string): void {
  socket.write(start)
  drip(socket, text)
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
