import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sendAttempt } from './send-attempt.ts'
import { attempt } from './testing/attempt.ts'
import { openAgent } from './testing/open-agent.ts'
import { flood, startRawReceiver } from './testing/raw-receiver.ts'
import { answering, chunked, close, failed, ok } from './testing/test-answers.ts'

describe('requests', () => {
  test('an attempt posts the body with only the headers that it was given', async () => {
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

  test('an attempt does not follow a redirect', async () => {
    const elsewhere = await answering(ok)
    const receiver = await answering(
      `HTTP/1.1 307 Moved\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`,
    )
    expect(await attempt(receiver.url)).toMatchObject({ succeeded: false, status: 307 })
    expect(elsewhere.connections()).toBe(0)
  })

  test('an attempt does not throw on an invalid URL or a URL that is not HTTP', async () => {
    expect(await attempt('nonsense')).toEqual(failed('network_error'))
    expect(await attempt('ftp://127.0.0.1/')).toEqual(failed('network_error'))
  })

  test('an attempt does not throw on a header that cannot be sent', async () => {
    const { url, connections } = await answering(ok)
    const sent = sendAttempt(openAgent(), { url, headers: { 'x-bad': 'a\r\nb' }, body: '{}' })
    expect(await sent).toMatchObject(failed('network_error'))
    expect(connections()).toBe(0)
  })

  test('an attempt does not throw when the agent is closed', async () => {
    const { url } = await answering(ok)
    const agent = openAgent()
    await agent.destroy()
    expect(await attempt(url, { agent })).toEqual(failed('network_error'))
  })
})

describe('responses', () => {
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
  ] as const)('a response is accepted %s', async (_what, bytes, after) => {
    const { url } = await answering(bytes, after)
    expect(await attempt(url)).toEqual({ succeeded: true, status: 200, error: null, responseBody: 'hello' })
  })

  test('after `Connection: close` the next attempt opens a new connection', async () => {
    const { url, connections } = await answering('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', 'end')
    const agent = openAgent()
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
    expect(await attempt(url, { agent })).toMatchObject({ succeeded: true })
    expect(connections()).toBe(2)
  })

  test('the first KB of a response’s body is recorded', async () => {
    const { url } = await answering(withLength('a'.repeat(1000) + 'b'.repeat(1000)))
    expect(await attempt(url)).toMatchObject({ responseBody: 'a'.repeat(1000) + 'b'.repeat(24) })
  })

  test('a character that the limit cuts in two is left out', async () => {
    const { url } = await answering(withLength(Buffer.from(`${'a'.repeat(1022)}€`).toString('latin1')))
    expect(await attempt(url)).toMatchObject({ responseBody: 'a'.repeat(1022) })
  })

  test('a character that arrives in two parts is recorded whole', async () => {
    const [first, second] = [Buffer.from('€').subarray(0, 1), Buffer.from('€').subarray(1)]
    const { url } = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n')
      socket.write(first)
      setImmediate(() => socket.write(second))
    })
    expect(await attempt(url)).toMatchObject({ responseBody: '€' })
  })

  test('NUL bytes and invalid UTF-8 are recorded as text that Postgres can hold', async () => {
    const { url } = await answering(withLength('a\0b\xff\xfe\xed\xa0\x80c'))
    const { responseBody } = await attempt(url)
    expect(responseBody).toMatch(/^a\uFFFDb\uFFFD+c$/)
  })

  test('a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000)).toString('latin1')
    const { url } = await answering(withLength(bomb, 'content-encoding: gzip\r\n'))
    const { responseBody, ...outcome } = await attempt(url)
    expect(outcome).toEqual({ succeeded: true, status: 200, error: null })
    expect(responseBody?.slice(0, 2)).toBe('\x1F\uFFFD')
  })

  test('after 64 KB of an endless body, the connection is closed and the response accepted', async () => {
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

  test('a 413 that is sent before the body is read is recorded', async () => {
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

  test.each(['end', 'reset'] as const)(
    'a failure status is recorded when the body ends early by %s',
    async (how) => {
      const { url } = await answering('HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\nhalf of it', how)
      const outcome = { succeeded: false, status: 500, error: null, responseBody: 'half of it' }
      expect(await attempt(url)).toEqual(outcome)
    },
  )

  test('a success status does not count when the body ends early', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it'
    expect(await attempt((await answering(bytes, 'end')).url)).toEqual(failed('connection_reset'))
    expect(await attempt((await answering(bytes, 'reset')).url)).toEqual(failed('connection_reset'))
    expect(await attempt((await answering(chunked('5\r\nhel'), 'end')).url)).toEqual(
      failed('connection_reset'),
    )
  })
})

describe('invalid responses', () => {
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
  ])('%s is recorded as invalid_response', async (_what, bytes) => {
    const { url } = await answering(bytes)
    expect(await attempt(url)).toEqual(failed('invalid_response'))
  })

  test.each([
    ['before the first byte', ''],
    ['within the status line', 'HTTP/1.1 20'],
    ['within the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('a connection that ends %s is recorded as connection_reset', async (_when, bytes) => {
    for (const how of ['end', 'destroy', 'reset'] as const) {
      const { url, requests } = await answering(bytes, how)
      expect(await attempt(url)).toEqual(failed('connection_reset'))
      expect(requests).toHaveLength(1)
    }
  })

  test.each(['end', 'destroy', 'reset'] as const)(
    'a connection ended by %s is recorded as connection_reset at once',
    async (how) => {
      const { url } = await startRawReceiver(() => {}, { onConnection: (socket) => close(socket, how) })
      expect(await attempt(url)).toEqual(failed('connection_reset'))
    },
  )
})

function withLength(body: string, headers = ''): string {
  return `HTTP/1.1 200 OK\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
}
