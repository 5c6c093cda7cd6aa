import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, isIP, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import type { Lookup } from '../dial-allowed-address.ts'
import { type ForwardProxyOptions, startForwardProxy } from '../forward-proxy.ts'
import { createEgressPolicy } from '../policy.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'

/** Names under .internal resolve to a blocked address, all others to the allowed loopback address. */
export const lookup: Lookup = async (hostname) => {
  const address = hostname.endsWith('.internal') ? '127.0.0.2' : '127.0.0.1'
  return [{ address, family: isIP(address) }]
}

export async function startProxy(options: Partial<ForwardProxyOptions> = {}) {
  const policy = createEgressPolicy({ allow: ['127.0.0.1/32'] })
  const proxy = await startForwardProxy({ policy, lookup, ...options })
  onTestFinished(() => proxy.close())
  return { ...proxy, port: Number(new URL(proxy.url).port) }
}

/** Connects to the proxy as a client that keeps its own side open. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return socket
}

/** Sends raw text to the proxy, and returns its whole response until it closes the connection. */
export async function exchange(port: number, message: string): Promise<string> {
  const socket = await connectTo(port)
  socket.write(message)
  return await text(socket)
}

/** Opens a tunnel through the proxy to a port of target.test. */
export async function openTunnel(port: number, targetPort: number): Promise<Socket> {
  const socket = await connectTo(port)
  socket.write(connectRequest(`target.test:${targetPort}`))
  expect(String(await once(socket, 'data'))).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
  return socket
}

/** An absolute-form request whose response ends with the connection. */
export function getRequest(url: string, headers: string[] = []): string {
  return [`GET ${url} HTTP/1.1`, 'Host: ignored.test', 'Connection: close', ...headers, '', ''].join('\r\n')
}

export function connectRequest(authority: string, headers: string[] = []): string {
  return [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...headers, '', ''].join('\r\n')
}

interface SeenRequest {
  method: string
  url: string
  rawHeaders: string[]
  body: string
}

/** Starts an HTTP server; `seen` collects its requests. */
export async function startTarget(respond: RequestListener = (_incoming, outgoing) => outgoing.end('hello')) {
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

export const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

/** The next connection that a server accepts. */
export async function nextConnection(server: Server): Promise<Socket> {
  return await new Promise((resolve) => server.once('connection', resolve))
}
