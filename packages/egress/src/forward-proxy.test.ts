import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createTcpServer, isIP, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { ProxyAgent, request, WebSocket } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Lookup } from './dial-allowed-address.ts'
import { type ForwardProxyOptions, startForwardProxy } from './forward-proxy.ts'
import { createEgressPolicy } from './policy.ts'
import { testCertificate } from './testing/certificate.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import { watchDialled } from './testing/watch-dialled.ts'

/** Names under .internal resolve to a blocked address, all others to the loopback one that is allowed. */
const lookup: Lookup = async (hostname) => {
  const address = hostname.endsWith('.internal') ? '127.0.0.2' : '127.0.0.1'
  return [{ address, family: isIP(address) }]
}

async function startProxy(options: Partial<ForwardProxyOptions> = {}) {
  const policy = createEgressPolicy({ allow: ['127.0.0.1/32'] })
  const proxy = await startForwardProxy({ policy, lookup, ...options })
  onTestFinished(() => proxy.close())
  return { ...proxy, port: Number(new URL(proxy.url).port) }
}

/** A connection to the proxy, of a client that keeps its own side open until told otherwise. */
async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return socket
}

/** Sends raw text to the proxy; returns all it answers until it hangs up. */
async function exchange(port: number, message: string): Promise<string> {
  const socket = await connectTo(port)
  socket.write(message)
  return await text(socket)
}

/** A tunnel through the proxy to a port of target.test. */
async function openTunnel(port: number, targetPort: number): Promise<Socket> {
  const socket = await connectTo(port)
  socket.write(connectRequest(`target.test:${targetPort}`))
  expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
  return socket
}

/** An absolute-form request whose answer ends with the connection. */
function getRequest(url: string, headers: string[] = []): string {
  return [`GET ${url} HTTP/1.1`, 'Host: ignored.test', 'Connection: close', ...headers, '', ''].join('\r\n')
}

function connectRequest(authority: string, headers: string[] = []): string {
  return [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...headers, '', ''].join('\r\n')
}

interface SeenRequest {
  method: string
  url: string
  rawHeaders: string[]
  body: string
}

/** Starts an HTTP server; `seen` fills with the requests it gets. */
async function startTarget(respond: RequestListener = (_incoming, outgoing) => outgoing.end('hello')) {
  const seen: SeenRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', rawHeaders } = incoming
    void text(incoming).then((body) => {
      seen.push({ method, url, rawHeaders, body })
      return respond(incoming, outgoing)
    })
  })
  return { seen, port: await listenOnLoopback(server) }
}

const basic = (credentials: string) =>
  `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}`

const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

/** The next connection a server gets. */
async function nextConnection(server: ReturnType<typeof createTcpServer>): Promise<Socket> {
  return await new Promise((resolve) => server.once('connection', resolve))
}

describe('a CONNECT tunnel', () => {
  test('carries https, the certificate checked by the client', async () => {
    const targetPort = await listenOnLoopback(
      createTlsServer(testCertificate, (_incoming, outgoing) => outgoing.end('hi')),
    )
    const { url } = await startProxy()
    const dispatcher = new ProxyAgent({ uri: url, requestTls: { ca: testCertificate.cert } })
    onTestFinished(() => dispatcher.destroy())
    const { body } = await request(`https://receiver.test:${targetPort}/`, { dispatcher })
    expect(await body.text()).toBe('hi')
  })

  test('carries a WebSocket', async () => {
    const server = createServer()
    server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
      const accept = createHash('sha1')
        .update(`${incoming.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      socket.write(Buffer.from([0x81, 2, 0x68, 0x69]))
    })
    const targetPort = await listenOnLoopback(server)
    const { url } = await startProxy()
    const dispatcher = new ProxyAgent({ uri: url, proxyTunnel: true })
    onTestFinished(() => dispatcher.destroy())
    const webSocket = new WebSocket(`ws://target.test:${targetPort}/`, { dispatcher })
    const message = await new Promise<unknown>((resolve, reject) => {
      webSocket.addEventListener('message', ({ data }) => resolve(data))
      webSocket.addEventListener('error', ({ error }) => reject(error))
    })
    expect(message).toBe('hi')
  })

  test('carries what the client sent along with its CONNECT', async () => {
    const targetPort = await listenOnLoopback(
      createTcpServer((socket) => socket.once('data', (data) => socket.end(data))),
    )
    const { port } = await startProxy()
    const answer = await exchange(port, `${connectRequest(`target.test:${targetPort}`)}early bird`)
    expect(answer).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly bird')
  })

  test('leads to the address that was checked, however the name resolves a moment later', async () => {
    const targetPort = await listenOnLoopback(createTcpServer((socket) => socket.end('checked')))
    const rebinding = vi.fn<Lookup>(async () => [{ address: '169.254.169.254', family: 4 }])
    rebinding.mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
    const { port } = await startProxy({ lookup: rebinding })
    const socket = await connectTo(port)
    const dialled = watchDialled()
    socket.write(connectRequest(`rebinding.test:${targetPort}`))
    expect(bodyOf(await text(socket))).toBe('checked')
    expect(rebinding).toHaveBeenCalledTimes(1)
    expect(dialled).toEqual([`127.0.0.1:${targetPort}`])
  })

  test.each([
    ['db.internal:5432', { host: 'db.internal', port: 5432 }],
    ['127.0.0.2:8080', { host: '127.0.0.2', port: 8080 }],
    ['169.254.169.254:80', { host: '169.254.169.254', port: 80 }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
    ['[::ffff:10.0.0.1]:8080', { host: '::ffff:10.0.0.1', port: 8080 }],
    ['target.test:22', { host: 'target.test', port: 22 }],
    ['target.test:0', { host: 'target.test', port: 0 }],
    ['target.test:99999', { host: 'target.test', port: 99_999 }],
  ])('to %s is refused with 403 and nothing is sent anywhere', async (authority, target) => {
    const onBlocked = vi.fn()
    const { port } = await startProxy({ onBlocked })
    const socket = await connectTo(port)
    const dialled = watchDialled()
    socket.write(connectRequest(authority))
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
    expect(bodyOf(answer)).toBe('Address not allowed\n')
    expect(onBlocked.mock.calls).toEqual([[target]])
    expect(dialled).toEqual([])
  })

  test('to any spelling of loopback that is no address leads nowhere: DNS knows no such name', async () => {
    const { port } = await startProxy({ lookup: undefined })
    for (const host of ['127.2', '0x7f000002', '2130706434', '0177.0.0.2']) {
      expect(await exchange(port, connectRequest(`${host}:8080`))).toMatch(/^HTTP\/1\.1 502 /)
    }
  })

  test('delivers what the client sent before it ended, then closes both sides', async () => {
    const server = createTcpServer({ allowHalfOpen: true })
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy()
    const connection = nextConnection(server)
    const client = await openTunnel(port, targetPort)
    const target = await connection
    const bytes = Buffer.alloc(4_000_000, 'x')
    client.end(bytes)
    expect((await text(target)).length).toBe(bytes.length)
    expect(await text(client)).toBe('')
  })

  test('delivers what the target sent before it ended, then closes both sides', async () => {
    const bytes = Buffer.alloc(4_000_000, 'x')
    const server = createTcpServer({ allowHalfOpen: true })
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy()
    const connection = nextConnection(server)
    const client = await openTunnel(port, targetPort)
    const target = await connection
    target.end(bytes)
    expect((await text(client)).length).toBe(bytes.length)
    expect(await text(target)).toBe('')
  })

  test('ends when the client is gone', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy()
    const connection = nextConnection(server)
    const client = await openTunnel(port, targetPort)
    const target = await connection
    client.resetAndDestroy()
    await expect(once(target.resume(), 'close')).resolves.toBeDefined()
  })

  test('ends when the target resets it, and the proxy serves on', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy()
    for (const round of ['first', 'second']) {
      const connection = nextConnection(server)
      const client = await openTunnel(port, targetPort)
      const target = await connection
      client.write(round)
      expect(String(await once(target, 'data'))).toBe(round)
      target.resetAndDestroy()
      expect(await text(client)).toBe('')
    }
  })

  test('ends when nothing passes through it for too long', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy({ idleTimeoutMs: 50 })
    const connection = nextConnection(server)
    const client = await openTunnel(port, targetPort)
    const target = await connection
    expect(await Promise.all([text(client), text(target)])).toEqual(['', ''])
  })

  test('is not opened for a client that left before its target was resolved', async () => {
    const dialled = watchDialled()
    const answer = Promise.withResolvers<Awaited<ReturnType<Lookup>>>()
    const asked = Promise.withResolvers<void>()
    const proxy = await startProxy({
      lookup: () => {
        asked.resolve()
        return answer.promise
      },
    })
    const client = await connectTo(proxy.port)
    client.write(connectRequest('target.test:8080'))
    await asked.promise
    client.resetAndDestroy()
    // By the time another client has its answer, the proxy has seen the first one go.
    await exchange(proxy.port, connectRequest('169.254.169.254:80'))
    answer.resolve([{ address: '127.0.0.1', family: 4 }])
    await turnOfTheLoop()
    expect(dialled.filter((address) => address !== `127.0.0.1:${proxy.port}`)).toEqual([])
  })
})

describe('an absolute-form request', () => {
  test('is passed on with its method, path, headers and body', async () => {
    const target = await startTarget()
    const { port } = await startProxy()
    const url = `http://target.test:${target.port}/a%0d%0aX:%20y/?q=%20#f`
    const answer = await exchange(
      port,
      `PUT ${url} HTTP/1.1\r\nHost: ignored.test\r\nx-Twice: 1\r\nX-Twice: 2\r\ncontent-LENGTH: 4\r\nConnection: close\r\n\r\nbody`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(bodyOf(answer)).toBe('hello')
    const headers = ['x-Twice', '1', 'X-Twice', '2', 'content-LENGTH', '4']
    expect(target.seen).toEqual([
      {
        method: 'PUT',
        url: '/a%0d%0aX:%20y/?q=%20',
        rawHeaders: ['Host', `target.test:${target.port}`, ...headers, 'Connection', 'close'],
        body: 'body',
      },
    ])
  })

  test('loses its hop-by-hop headers and those that Connection names, but not its length', async () => {
    const target = await startTarget()
    const { port } = await startProxy()
    const dropped = [
      'Connection: X-Private, Content-Length',
      'X-Private: 1',
      'Keep-Alive: timeout=5',
      'Proxy-Authorization: Basic eA==',
      'Proxy-Connection: keep-alive',
      'TE: trailers',
      'Trailer: X-Last',
      'Upgrade: websocket',
    ]
    const kept = ['X-Kept: 1', 'Content-Length: 0']
    await exchange(port, getRequest(`http://target.test:${target.port}/`, [...dropped, ...kept]))
    const headers = ['X-Kept', '1', 'Content-Length', '0', 'Connection', 'close']
    expect(target.seen[0]?.rawHeaders).toEqual(['Host', `target.test:${target.port}`, ...headers])
  })

  test.each(['POST', 'DELETE'])(
    '%s keeps a body in chunks, so that it cannot pass for a second request',
    async (method) => {
      const target = await startTarget()
      const { port } = await startProxy()
      const smuggled = 'GET /admin HTTP/1.1\r\nHost: t\r\n\r\n'
      const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
      const url = `http://target.test:${target.port}/`
      await exchange(
        port,
        `${method} ${url} HTTP/1.1\r\nHost: t\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
      )
      expect(target.seen).toMatchObject([{ method, url: '/', body: smuggled }])
    },
  )

  test('gets the answer as it is, without its hop-by-hop headers', async () => {
    const target = await startTarget((_incoming, outgoing) => {
      const headers = ['X-One', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Private', '1']
      outgoing.writeHead(418, 'Short and stout', [
        ...headers,
        'Connection',
        'X-Private',
        'Content-Length',
        '3',
      ])
      outgoing.end('tea')
    })
    const { port } = await startProxy()
    const answer = await exchange(port, getRequest(`http://target.test:${target.port}/`))
    expect(answer).toMatch(
      /^HTTP\/1\.1 418 Short and stout\r\nX-One: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n/,
    )
    expect(answer).not.toContain('X-Private')
    expect(answer).toContain('Content-Length: 3')
    expect(bodyOf(answer)).toBe('tea')
  })

  test('gets a redirect to follow by itself, which is checked then', async () => {
    const target = await startTarget((_incoming, outgoing) => {
      outgoing.writeHead(302, { Location: 'http://metadata.internal/' }).end()
    })
    const { port } = await startProxy()
    const dialled = watchDialled()
    const answer = await exchange(port, getRequest(`http://target.test:${target.port}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 302 Found\r\nLocation: http:\/\/metadata\.internal\/\r\n/)
    expect(await exchange(port, getRequest('http://metadata.internal/'))).toMatch(/^HTTP\/1\.1 403 /)
    expect(target.seen).toHaveLength(1)
    expect(dialled.filter((address) => address !== `127.0.0.1:${port}`)).toEqual([`127.0.0.1:${target.port}`])
  })

  test.each([
    ['http://db.internal:8080/', { host: 'db.internal', port: 8080 }],
    ['http://metadata.internal/', { host: 'metadata.internal', port: 80 }],
    ['http://169.254.169.254/latest/meta-data/', { host: '169.254.169.254', port: 80 }],
    ['http://0x7f.2:8080/', { host: '127.0.0.2', port: 8080 }],
    ['http://[::1]:8080/', { host: '::1', port: 8080 }],
    ['http://127.0.0.1:22/', { host: '127.0.0.1', port: 22 }],
  ])('for %s is refused with 403 and nothing is sent anywhere', async (url, blocked) => {
    const onBlocked = vi.fn()
    const { port } = await startProxy({ onBlocked })
    const client = await connectTo(port)
    const dialled = watchDialled()
    client.write(getRequest(url))
    const answer = await text(client)
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
    expect(bodyOf(answer)).toBe('Address not allowed\n')
    expect(onBlocked.mock.calls).toEqual([[blocked]])
    expect(dialled).toEqual([])
  })

  test('is cut off, not completed, when its target resets half-way', async () => {
    const target = await startTarget((incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': 10 })
      outgoing.write('half', () => incoming.socket.resetAndDestroy())
    })
    const { port } = await startProxy()
    const answer = await exchange(port, getRequest(`http://target.test:${target.port}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 (200|502) /)
    expect(answer).not.toMatch(/\r\n\r\n.{10}/s)
  })

  test('is dropped at its target when the client is gone', async () => {
    const left = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const target = await startTarget((incoming) => {
      incoming.socket.once('close', () => left.resolve())
      arrived.resolve()
    })
    const { port } = await startProxy()
    const client = await connectTo(port)
    client.write(getRequest(`http://target.test:${target.port}/`))
    await arrived.promise
    client.resetAndDestroy()
    await expect(left.promise).resolves.toBeUndefined()
  })

  test('is given up when nothing moves for too long', async () => {
    const target = await startTarget(() => {})
    const { port } = await startProxy({ idleTimeoutMs: 50 })
    expect(await exchange(port, getRequest(`http://target.test:${target.port}/`))).toBe('')
    expect(target.seen).toHaveLength(1)
  })
})

describe('any request', () => {
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
  ])('whose first line is %j is refused with 400', async (line) => {
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
  ])('with %s is refused with 400', async (_what, header) => {
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

  test('for a target that does not listen is answered with 502', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    server.close()
    const onBlocked = vi.fn()
    const { port } = await startProxy({ onBlocked })
    expect(await exchange(port, connectRequest(`target.test:${targetPort}`))).toMatch(/^HTTP\/1\.1 502 /)
    expect(await exchange(port, getRequest(`http://target.test:${targetPort}/`))).toMatch(/^HTTP\/1\.1 502 /)
    expect(onBlocked).not.toHaveBeenCalled()
  })

  test('for a name that does not resolve is answered with 502', async () => {
    const { port } = await startProxy({ lookup: () => Promise.reject(new Error('not found')) })
    expect(await exchange(port, connectRequest('nowhere.test:443'))).toMatch(/^HTTP\/1\.1 502 /)
    expect(await exchange(port, getRequest('http://nowhere.test/'))).toMatch(/^HTTP\/1\.1 502 /)
  })

  test('for a name that does not resolve in time is answered with 502', async () => {
    const { port } = await startProxy({ connectTimeoutMs: 20, lookup: () => new Promise(() => {}) })
    expect(await exchange(port, connectRequest('slow.test:443'))).toMatch(/^HTTP\/1\.1 502 /)
    expect(await exchange(port, getRequest('http://slow.test/'))).toMatch(/^HTTP\/1\.1 502 /)
  })

  test.each([
    ['hangs up', ''],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['gives a reason that may not be passed on', 'HTTP/1.1 200 \u007F\r\n\r\n'],
    ['gives a status that may not be passed on', 'HTTP/1.1 099 Odd\r\n\r\n'],
    [
      'switches protocols unasked',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['sends an oversize header', `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('for a target that %s is answered with 502', async (_what, reply) => {
    const targetPort = await listenOnLoopback(createTcpServer((socket) => socket.resume().end(reply)))
    const { port } = await startProxy()
    const answer = await exchange(port, getRequest(`http://target.test:${targetPort}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
    expect(bodyOf(answer)).toBe('Bad Gateway\n')
  })
})

describe('with a token', () => {
  test.each([
    ['none', 'X-None: 1'],
    ['another', basic('user:another')],
    ['part of it', basic('user:toke')],
    ['more than it', basic('user:token:')],
    ['it as the user name', basic('token:')],
    ['it without a user name', basic('token')],
    ['it in clear', 'Proxy-Authorization: Basic user:token'],
    ['it in another scheme', basic('user:token').replace('Basic', 'Bearer')],
    ['it for the target', 'Authorization: Basic dXNlcjp0b2tlbg=='],
    ['an empty one', 'Proxy-Authorization: Basic '],
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

  test('a client that sends it is served, and its target does not see it', async () => {
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

test('closing it destroys tunnels and waiting requests, and nobody is served any more', async () => {
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

test('it listens where it is told', async () => {
  const { url } = await startProxy({ host: '127.0.0.1' })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await expect(startProxy({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
