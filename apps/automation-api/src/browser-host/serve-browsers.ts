import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Logger } from '@waypost/http'
import { type WebSocket, WebSocketServer } from 'ws'
import { boundTree, type RunBounds } from '../runner/jail/bound-use.ts'
import { spawnBrowser, type PipedBrowser, type SpawnOptions } from './spawn-browser.ts'

export interface HostOptions extends SpawnOptions {
  port: number
  host: string
  /** Browsers at a time. A connection beyond is refused with 503. */
  most: number
  bounds: RunBounds
  logger: Pick<Logger, 'info' | 'warn'>
}

const maxMessageBytes = 256 * 2 ** 20
const boundEveryMs = 250
const hostName = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i

/**
 * Serves a browser of its own to each WebSocket connection, which speaks the DevTools protocol with it, and ends it with
 * the connection. The connection's URL names the host of its proxy, which is all that the browser can reach:
 * `ws://browser-host:9222/?proxy=10.1.2.3`.
 */
export async function serveBrowsers(options: HostOptions): Promise<Server> {
  const { port, host, most, logger } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  })
  const browsers = new Set<PipedBrowser>()
  let active = 0
  const server = createServer((request, response) => {
    const isKnown = request.url === '/healthz' || request.url === '/readyz'
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? { status: 'ok', browsers: active } : { status: 'unknown' }))
  })
  server.on('upgrade', (request, socket, head) => {
    const proxyHost = readProxyHost(request)
    const refusal =
      proxyHost === undefined ? '400 Bad Request' : active >= most ? '503 Service Unavailable' : undefined
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    active += 1
    sockets.handleUpgrade(request, socket, head, (connection) => {
      serve(connection, proxyHost!).catch((err: unknown) => {
        logger.warn({ err }, 'a browser could not be started')
        connection.close(1011)
      })
    })
    socket.once('close', () => (active -= 1))
  })

  async function serve(connection: WebSocket, proxyHost: string): Promise<void> {
    const waiting: string[] = []
    let send = (message: string): unknown => waiting.push(message)
    connection.on('message', (data: Buffer) => void send(data.toString()))
    const isGone = once(connection, 'close')
    const browser = await spawnBrowser(options, proxyHost)
    browsers.add(browser)
    const bounding = setInterval(() => {
      const excess =
        browser.process.pid === undefined ? undefined : boundTree(options.bounds, browser.process.pid)
      if (excess === undefined) return
      logger.info({ excess }, 'a browser has passed a bound')
      connection.close(4000, excess)
    }, boundEveryMs)
    send = (message) => browser.input.write(`${message}\0`)
    for (const message of waiting) send(message)
    forEachMessage(browser, (message) => connection.send(message))
    browser.process.once('exit', () => connection.close(1011))
    browser.process.once('error', () => connection.close(1011))
    await isGone
    clearInterval(bounding)
    await browser.end()
    browsers.delete(browser)
  }

  await once(server.listen(port, host), 'listening')
  server.once('close', () => {
    for (const browser of browsers) void browser.end()
  })
  return server
}

function forEachMessage({ output }: PipedBrowser, send: (message: string) => void): void {
  let parts: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      send(Buffer.concat([...parts, chunk.subarray(from, end)]).toString())
      parts = []
      from = end + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  })
}

function readProxyHost({ url = '/' }: IncomingMessage): string | undefined {
  const host = new URL(url, 'http://host').searchParams.get('proxy') ?? ''
  return isIP(host) > 0 || hostName.test(host) ? host : undefined
}
