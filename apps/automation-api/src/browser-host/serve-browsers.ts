import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Logger } from '@waypost/http'
import { type WebSocket, WebSocketServer } from 'ws'
import { boundTree } from '../runner/jail/bound-use.ts'
import { spawnBrowser, type PipedBrowser, type SpawnOptions } from './spawn-browser.ts'

export interface HostOptions extends SpawnOptions {
  port: number
  host: string
  /** Browsers at a time. A connection beyond is refused with 503. */
  most: number
  logger: Pick<Logger, 'info' | 'warn'>
}

const maxMessageBytes = 256 * 2 ** 20
const boundEveryMs = 250
const excessKeptMs = 60_000
const hostName = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i

/**
 * Serves a browser of its own to each WebSocket connection, which speaks the DevTools protocol with it, and ends it with
 * the connection. The connection's URL names the host of its proxy, which is all that the browser can reach:
 * `ws://browser-host:9222/?proxy=10.1.2.3`. For a minute `/excess/<id>` tells which bound has ended the browser of a connection
 * that has given an `id`.
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
  const excesses = new Map<string, string>()
  const server = createServer((request, response) => {
    const answer = find(request.url ?? '/')
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { status: 'unknown' }))
  })
  const find = (path: string): object | undefined => {
    if (path === '/healthz' || path === '/readyz') return { status: 'ok', browsers: active }
    const excess = excesses.get(path.slice('/excess/'.length))
    return path.startsWith('/excess/') && excess !== undefined ? { excess } : undefined
  }
  server.on('upgrade', (request, socket, head) => {
    const { proxyHost, id } = readOrder(request)
    const refusal =
      proxyHost === undefined ? '400 Bad Request' : active >= most ? '503 Service Unavailable' : undefined
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    active += 1
    sockets.handleUpgrade(request, socket, head, (connection) => {
      serve(connection, proxyHost!, id).catch((err: unknown) => {
        logger.warn({ err }, 'a browser could not be started')
        connection.close(1011)
      })
    })
    socket.once('close', () => (active -= 1))
  })

  async function serve(connection: WebSocket, proxyHost: string, id: string): Promise<void> {
    const waiting: string[] = []
    let send = (message: string): unknown => waiting.push(message)
    connection.on('message', (data: Buffer) => void send(data.toString()))
    const isGone = once(connection, 'close')
    const browser = await spawnBrowser(options, proxyHost)
    browsers.add(browser)
    const bounding = setInterval(() => {
      const excess =
        browser.process.pid === undefined
          ? undefined
          : boundTree(options.bounds, browser.process.pid, browser.group)
      if (excess === undefined) return
      logger.info({ excess }, 'a browser has passed a bound')
      excesses.set(id, excess)
      setTimeout(() => excesses.delete(id), excessKeptMs).unref()
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

function readOrder({ url = '/' }: IncomingMessage): { proxyHost: string | undefined; id: string } {
  const { searchParams } = new URL(url, 'http://host')
  const host = searchParams.get('proxy') ?? ''
  return {
    proxyHost: isIP(host) > 0 || hostName.test(host) ? host : undefined,
    id: searchParams.get('id') ?? '',
  }
}
