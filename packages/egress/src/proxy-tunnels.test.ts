import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { ProxyAgent, request, WebSocket } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Lookup } from './dial-allowed-address.ts'
import { testCertificate } from './testing/certificate.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import {
  bodyOf,
  connectRequest,
  connectTo,
  exchange,
  nextConnection,
  openTunnel,
  startProxy,
} from './testing/test-proxy.ts'
import { watchDialled } from './testing/watch-dialled.ts'

describe('a CONNECT tunnel', () => {
  test('a CONNECT tunnel carries https, and the client checks the certificate', async () => {
    const targetPort = await listenOnLoopback(
      createTlsServer(testCertificate, (_incoming, outgoing) => outgoing.end('hi')),
    )
    const { url } = await startProxy()
    const dispatcher = new ProxyAgent({ uri: url, requestTls: { ca: testCertificate.cert } })
    onTestFinished(() => dispatcher.destroy())
    const { body } = await request(`https://receiver.test:${targetPort}/`, { dispatcher })
    expect(await body.text()).toBe('hi')
  })

  test('a CONNECT tunnel carries a WebSocket', async () => {
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

  test('a CONNECT tunnel carries what the client sent along with its CONNECT', async () => {
    const targetPort = await listenOnLoopback(
      createTcpServer((socket) => socket.once('data', (data) => socket.end(data))),
    )
    const { port } = await startProxy()
    const answer = await exchange(port, `${connectRequest(`target.test:${targetPort}`)}early bird`)
    expect(answer).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly bird')
  })

  test('a CONNECT tunnel leads to the checked address, even if the name resolves differently a moment later', async () => {
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
  ])('a CONNECT to %s is refused with 403, and nothing is sent anywhere', async (authority, target) => {
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

  test('a CONNECT to a spelling of loopback that is not an address fails, because DNS does not know such a name', async () => {
    const { port } = await startProxy({ lookup: undefined })
    for (const host of ['127.2', '0x7f000002', '2130706434', '0177.0.0.2']) {
      expect(await exchange(port, connectRequest(`${host}:8080`))).toMatch(/^HTTP\/1\.1 502 /)
    }
  })

  test('a CONNECT tunnel delivers what the client sent before it ended, then closes both sides', async () => {
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

  test('a CONNECT tunnel delivers what the target sent before it ended, then closes both sides', async () => {
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

  test('a CONNECT tunnel ends when the client disconnects', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy()
    const connection = nextConnection(server)
    const client = await openTunnel(port, targetPort)
    const target = await connection
    client.resetAndDestroy()
    await expect(once(target.resume(), 'close')).resolves.toBeDefined()
  })

  test('a CONNECT tunnel ends when the target resets it, and the proxy keeps serving', async () => {
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

  test('a CONNECT tunnel ends when nothing passes through it for too long', async () => {
    const server = createTcpServer()
    const targetPort = await listenOnLoopback(server)
    const { port } = await startProxy({ idleTimeoutMs: 50 })
    const connection = nextConnection(server)
    const client = await openTunnel(port, targetPort)
    const target = await connection
    expect(await Promise.all([text(client), text(target)])).toEqual(['', ''])
  })

  test('no CONNECT tunnel is opened for a client that disconnected before its target was resolved', async () => {
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
    // When another client has its answer, the proxy has noticed that the first one disconnected.
    await exchange(proxy.port, connectRequest('169.254.169.254:80'))
    answer.resolve([{ address: '127.0.0.1', family: 4 }])
    await turnOfTheLoop()
    expect(dialled.filter((address) => address !== `127.0.0.1:${proxy.port}`)).toEqual([])
  })
})
