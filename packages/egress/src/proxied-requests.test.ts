import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { bodyOf, connectTo, exchange, getRequest, startProxy, startTarget } from './testing/test-proxy.ts'
import { watchDialled } from './testing/watch-dialled.ts'

describe('an absolute-form request', () => {
  test('an absolute-form request is passed on with its method, path, headers and body', async () => {
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

  test('a proxied request loses its hop-by-hop headers and those that Connection names, but not its length', async () => {
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
    '%s keeps a chunked body, which cannot pass for a second request',
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

  test('a proxied response is passed back unchanged, without its hop-by-hop headers', async () => {
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

  test('a redirect is passed back, and checked when the client follows it', async () => {
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
  ])('a request for %s is refused with 403, and nothing is sent anywhere', async (url, blocked) => {
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

  test('a response is cut off, not completed, when the target resets the connection', async () => {
    const target = await startTarget((incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': 10 })
      outgoing.write('half', () => incoming.socket.resetAndDestroy())
    })
    const { port } = await startProxy()
    const answer = await exchange(port, getRequest(`http://target.test:${target.port}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 (200|502) /)
    expect(answer).not.toMatch(/\r\n\r\n.{10}/s)
  })

  test('a request is cancelled at the target when the client disconnects', async () => {
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

  test('a request is ended when nothing is transferred for too long', async () => {
    const target = await startTarget(() => {})
    const { port } = await startProxy({ idleTimeoutMs: 50 })
    expect(await exchange(port, getRequest(`http://target.test:${target.port}/`))).toBe('')
    expect(target.seen).toHaveLength(1)
  })
})
