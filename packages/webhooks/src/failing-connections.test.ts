import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testCertificate } from '../../egress/src/testing/certificate.ts'
import { attempt } from './testing/attempt.ts'
import { expiredCertificate } from './testing/expired-certificate.ts'
import { openAgent } from './testing/open-agent.ts'
import { drip, startRawReceiver } from './testing/raw-receiver.ts'
import { chunked, close, failed, ok } from './testing/test-answers.ts'

const lookUp = async () => [{ address: '127.0.0.1', family: 4 }]

describe('time-outs', () => {
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
  ])('an attempt times out when the receiver %s', async (_what, answer) => {
    const { url, closed } = await startRawReceiver(answer)
    expect(await attempt(url, { timeoutMs })).toEqual(failed('timeout'))
    await closed
  })

  test('an attempt times out when the receiver does not read', async () => {
    const { url } = await startRawReceiver(() => {}, {
      onConnection: (socket) => setImmediate(() => socket.pause()),
    })
    expect(await attempt(url, { timeoutMs, body: 'x'.repeat(20_000_000) })).toEqual(failed('timeout'))
  })

  test('an attempt times out when the receiver accepts no connection', async () => {
    // The thread is blocked, so the system accepts two connections for it and drops the others.
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

  test('connecting times out when the resolver or the TLS handshake stalls', async () => {
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

  test('waiting for a connection counts against the time-out, and a request that timed out waiting is never sent', async () => {
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

describe('connection errors', () => {
  test('a refused connection is recorded as connection_refused', async () => {
    expect(await attempt(`http://127.0.0.1:${await freePort()}/`)).toEqual(failed('connection_refused'))
  })

  test('the refusal of all of a host’s addresses is recorded as connection_refused', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const agent = openAgent({ lookup: async () => addresses })
    const outcome = await attempt(`http://receiver.test:${await freePort()}/`, { agent })
    expect(outcome).toEqual(failed('connection_refused'))
  })

  test('a forbidden address is recorded as blocked_address, and nothing is sent', async () => {
    const agent = openAgent({ lookup: async () => [{ address: '10.0.0.1', family: 4 }] })
    expect(await attempt('http://receiver.test/', { agent })).toEqual(failed('blocked_address'))
    expect(await attempt('http://169.254.169.254/')).toEqual(failed('blocked_address'))
    expect(await attempt('http://127.0.0.1:25/')).toEqual(failed('blocked_address'))
  })

  // Failures of networks that a test cannot produce: the resolver fails with the same error.
  test.each([
    ['dns_error', withCode('ENOTFOUND')],
    ['dns_error', withCode('EAI_AGAIN')],
    ['unreachable', withCode('ENETUNREACH')],
    ['timeout', withCode('ETIMEDOUT')],
    ['tls_error', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
    ['network_error', withCode('EMFILE')],
    // There is no route for IPv6, and the IPv4 address refuses the connection.
    ['connection_refused', new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')])],
    ['timeout', new AggregateError([withCode('ENETUNREACH'), withCode('ETIMEDOUT')])],
    ['unreachable', new AggregateError([withCode('EHOSTUNREACH'), withCode('ENETUNREACH')])],
  ])('recorded as %s: %o', async (name, error) => {
    const agent = openAgent({ lookup: () => Promise.reject(error) })
    const { ownFault: _, ...outcome } = await attempt('http://receiver.test/', { agent })
    expect(outcome).toEqual(failed(name))
  })
})

describe('TLS', () => {
  test('a receiver with a valid certificate is reached', async () => {
    const { port } = await startRawReceiver((socket) => socket.write(ok), { tls: testCertificate })
    const outcome = await attempt(`https://receiver.test:${port}/`, { agent: trustingAgent() })
    expect(outcome).toMatchObject({ succeeded: true, responseBody: 'ok' })
  })

  test.each([
    ['that is not trusted', testCertificate, undefined, 'receiver.test'],
    ['of another host', testCertificate, testCertificate.cert, 'other.test'],
    ['that has expired', expiredCertificate, expiredCertificate.cert, 'receiver.test'],
  ])('nothing is sent to a receiver with a certificate %s', async (_what, tls, ca, host) => {
    const { port, requests } = await startRawReceiver((socket) => socket.write(ok), { tls })
    const agent = openAgent({ lookup: lookUp, ...(ca && { ca }) })
    expect(await attempt(`https://${host}:${port}/`, { agent })).toEqual(failed('tls_error'))
    expect(requests).toEqual([])
  })

  test('plain HTTP on an https URL is recorded as tls_error', async () => {
    const { url } = await startRawReceiver(() => {}, {
      onConnection: (socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
    })
    expect(await attempt(url.replace('http:', 'https:'))).toEqual(failed('tls_error'))
  })

  test('a connection that ends during the handshake is recorded', async () => {
    for (const how of ['end', 'destroy', 'reset'] as const) {
      const { url } = await startRawReceiver(() => {}, {
        onConnection: (socket) => socket.once('data', () => close(socket, how)),
      })
      expect(await attempt(url.replace('http:', 'https:'))).toEqual(failed('connection_reset'))
    }
  })

  test('a connection that ends right after the handshake is recorded', async () => {
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
  'a kept connection that ends by %s during a request is one failed attempt, and nothing is sent twice',
  async (how) => {
    const { url, requests } = await startRawReceiver((socket, { numberOnConnection }) =>
      numberOnConnection === 1 ? socket.write(ok) : close(socket, how),
    )
    // With only one connection, an attempt waits until it is free, and so reuses it.
    const agent = openAgent({ connectionsPerOrigin: 1 })
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
    expect(await attempt(url, { agent })).toEqual(failed('connection_reset'))
    expect(requests).toHaveLength(2)
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
  },
)

function trustingAgent() {
  return openAgent({ ca: testCertificate.cert, lookup: lookUp })
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function dripAfter(socket: Socket, start: string, text: string): void {
  socket.write(start)
  drip(socket, text)
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
