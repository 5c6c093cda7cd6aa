import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import {
  bodyOf,
  connectRequest,
  connectTo,
  exchange,
  getRequest,
  lookup,
  nextConnection,
  openTunnel,
  startProxy,
  startTarget,
} from './testing/test-proxy.ts'
import { watchDialled } from './testing/watch-dialled.ts'

const basic = (credentials: string) =>
  `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}`

describe('any request to the proxy', () => {
  test.each([
    'CONNECT target.test',
    'CONNECT target.test:',
    'CONNECT :8080',
    'CONNECT target.test:8080/path',
    'CONNECT user@target.test:8080',
    'CONNECT http://target.test:8080',
    'CONNECT [fe80::1%25eth0]:8080',
    'CONNECT target.test:port',
    'GET /',
    'GET target.test',
    'GET http://',
    'GET http://[::1',
    'GET https://target.test/',
    'GET ftp://target.test/',
    'GET file:///etc/passwd',
    'GET http://user:password@target.test/',
    'OPTIONS *',
    'NONSENSE http://target.test/',
  ])('a request with the first line %j is refused with 400', async (line) => {
    const { port } = await startProxy()
    const client = await connectTo(port)
    const dialled = watchDialled()
    client.write(`${line} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n`)
    expect(await text(client)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(dialled).toEqual([])
  })

  test.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['a folded header', 'X-Folded: a\r\n b\r\nX-Bad : c'],
    ['a bare CR in a header', 'X-Bare: a\rX-Injected: b'],
  ])('a request with %s is refused with 400', async (_what, header) => {
    const target = await startTarget()
    const { port } = await startProxy()
    const answer = await exchange(port, getRequest(`http://target.test:${target.port}/`, [header]))
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(target.seen).toEqual([])
  })

  test.each(['GET http://target.test/', 'CONNECT target.test:443'])(
    '%s with an oversize header is refused with 431',
    async (line) => {
      const { port } = await startProxy()
      const client = await connectTo(port)
      client.write(`${line} HTTP/1.1\r\nHost: t\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`)
      expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 431 /)
    },
  )

  test('a request to a target that does not listen is answered with 502', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    server.close()
    const onBlocked = vi.fn()
    const { port } = await startProxy({ onBlocked })
    expect(await exchange(port, connectRequest(`target.test:${targetPort}`))).toMatch(/^HTTP\/1\.1 502 /)
    expect(await exchange(port, getRequest(`http://target.test:${targetPort}/`))).toMatch(/^HTTP\/1\.1 502 /)
    expect(onBlocked).not.toHaveBeenCalled()
  })

  test('a request to a name that does not resolve is answered with 502', async () => {
    const { port } = await startProxy({ lookup: () => Promise.reject(new Error('not found')) })
    expect(await exchange(port, connectRequest('nowhere.test:443'))).toMatch(/^HTTP\/1\.1 502 /)
    expect(await exchange(port, getRequest('http://nowhere.test/'))).toMatch(/^HTTP\/1\.1 502 /)
  })

  test('a request to a name that does not resolve in time is answered with 502', async () => {
    const { port } = await startProxy({ connectTimeoutMs: 20, lookup: () => new Promise(() => {}) })
    expect(await exchange(port, connectRequest('slow.test:443'))).toMatch(/^HTTP\/1\.1 502 /)
    expect(await exchange(port, getRequest('http://slow.test/'))).toMatch(/^HTTP\/1\.1 502 /)
  })

  test.each([
    ['hangs up', ''],
    ['does not use HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['sends an invalid reason phrase', 'HTTP/1.1 200 \u007F\r\n\r\n'],
    ['sends an invalid status', 'HTTP/1.1 099 Odd\r\n\r\n'],
    [
      'switches protocols without a request to do so',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['sends an oversize header', `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('a request to a target that %s is answered with 502', async (_what, reply) => {
    const targetPort = await listenOnLoopback(createTcpServer((socket) => socket.resume().end(reply)))
    const { port } = await startProxy()
    const answer = await exchange(port, getRequest(`http://target.test:${targetPort}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
    expect(bodyOf(answer)).toBe('Bad Gateway\n')
  })
})

describe('a proxy with a token', () => {
  test.each([
    ['none', 'X-None: 1'],
    ['another', basic('user:another')],
    ['a part of the token', basic('user:toke')],
    ['more than the token', basic('user:token:')],
    ['the token as the user name', basic('token:')],
    ['the token without a user name', basic('token')],
    ['the token in plain text', 'Proxy-Authorization: Basic user:token'],
    ['the token in another scheme', basic('user:token').replace('Basic', 'Bearer')],
    ['the token in Authorization', 'Authorization: Basic dXNlcjp0b2tlbg=='],
    ['an empty token', 'Proxy-Authorization: Basic '],
  ])('a client that sends %s is refused with 407 before anything else', async (_what, header) => {
    const asked = vi.fn(lookup)
    const { port } = await startProxy({ token: 'token', lookup: asked })
    for (const message of [connectRequest('a.test:443', [header]), getRequest('http://a.test/', [header])]) {
      const answer = await exchange(port, message)
      expect(answer).toMatch(/^HTTP\/1\.1 407 Proxy Authentication Required\r\n/)
      expect(answer).toContain('\r\nProxy-Authenticate: Basic realm="egress"\r\n')
    }
    expect(asked).not.toHaveBeenCalled()
  })

  test('a client that sends the token is served, and its target does not see the token', async () => {
    const target = await startTarget()
    const { port } = await startProxy({ token: 'to:ken' })
    const answer = await exchange(
      port,
      getRequest(`http://target.test:${target.port}/`, [basic('user:to:ken')]),
    )
    expect(bodyOf(answer)).toBe('hello')
    expect(target.seen[0]?.rawHeaders.join()).not.toContain('Authorization')
    expect(await exchange(port, connectRequest('db.internal:443', [basic(':to:ken')]))).toMatch(
      /^HTTP\/1\.1 403 /,
    )
  })
})

test('closing the proxy destroys tunnels and waiting requests, and serves no more', async () => {
  const server = createTcpServer()
  const targetPort = await listenOnLoopback(server)
  const proxy = await startProxy()
  const connection = nextConnection(server)
  const tunnel = await openTunnel(proxy.port, targetPort)
  const target = await connection
  const waiting = nextConnection(server)
  const answer = exchange(proxy.port, getRequest(`http://target.test:${targetPort}/`))
  const waitingTarget = await waiting
  await proxy.close()
  expect(await Promise.all([text(tunnel), answer])).toEqual(['', ''])
  await Promise.all([once(target.resume(), 'close'), once(waitingTarget.resume(), 'close')])
  await expect(connectTo(proxy.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await proxy.close()
})

test('the proxy listens on the configured address', async () => {
  const { url } = await startProxy({ host: '127.0.0.1' })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await expect(startProxy({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
