import { createServer } from 'node:http'
import { createServer as createTcpServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startForwardProxy } from './forward-proxy.ts'
import { createEgressPolicy } from './policy.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'
import type { TrafficLimits } from './traffic-meter.ts'

async function startProxy(limits: TrafficLimits) {
  const proxy = await startForwardProxy({ policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }), limits })
  onTestFinished(() => proxy.close())
  const port = Number(new URL(proxy.url).port)
  const open = async (message: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(message)
    return socket
  }
  return { ...proxy, open }
}

const get = (port: number) => `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
const tunnel = (port: number) => `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: a\r\n\r\n`

test('the traffic meter counts connections, and bytes in both directions', async () => {
  const target = createServer((_request, response) => response.end('x'.repeat(100_000)))
  const port = await listenOnLoopback(target)
  const { open, traffic } = await startProxy({})
  expect(traffic()).toEqual({ bytes: 0, connections: 0 })
  await text(await open(get(port)))
  await text(await open(get(port)))
  expect(traffic().connections).toBe(2)
  expect(traffic().bytes).toBeGreaterThan(200_000)
  expect(traffic().bytes).toBeLessThan(202_000)
})

test('over the limit no connection is opened, and open ones continue', async () => {
  const target = createTcpServer((socket) => socket.pipe(socket))
  const port = await listenOnLoopback(target)
  const { open } = await startProxy({ connections: 1 })
  const first = await open(tunnel(port))
  expect(String(await once(first, 'data'))).toContain('200')
  expect(await text(await open(tunnel(port)))).toContain('503 Service Unavailable')
  first.write('still here')
  expect(String(await once(first, 'data'))).toBe('still here')
})

test('a transfer past the limit on bytes is cut off, and no connection is opened after it', async () => {
  // Sends as long as the client reads.
  const target = createTcpServer((socket) => {
    const send = () => {
      while (socket.writable && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', send)
    send()
  })
  const port = await listenOnLoopback(target)
  const { open, traffic } = await startProxy({ bytes: 1_000_000 })
  const endless = await open(tunnel(port))
  endless.resume()
  await once(endless, 'close')
  expect(traffic().bytes).toBeGreaterThan(1_000_000)
  expect(await text(await open(get(port)))).toContain('503 Service Unavailable')
})
