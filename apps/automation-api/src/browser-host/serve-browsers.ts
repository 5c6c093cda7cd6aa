import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { isIP, isIPv6, type AddressInfo } from 'node:net'
import { settlesWithin } from '@waypost/concurrency'
import { isStopping, type Logger } from '@waypost/http'
import { type WebSocket, WebSocketServer } from 'ws'
import { boundTree } from '../runner/jail/bound-use.ts'
import type { BrowserEnd, HostMetrics } from './create-host-metrics.ts'
import { spawnBrowser, type PipedBrowser, type SpawnOptions } from './spawn-browser.ts'

export interface HostOptions extends SpawnOptions {
  port: number
  host: string
  /** By which runners reach this host itself, where the URL that they know leads to one of several. */
  name?: string | undefined
  /** Browsers at a time. A connection beyond is refused with 503. */
  most: number
  metrics: Pick<HostMetrics, 'beginBrowser' | 'countRefusal'>
  logger: Pick<Logger, 'info' | 'warn'>
}

export interface BrowserHost {
  port: number
  /** Refuses further browsers, and resolves once those in use have ended; after `withinMs` it ends them. */
  drain: (withinMs: number) => Promise<void>
}

const maxMessageBytes = 256 * 2 ** 20
const boundEveryMs = 250
const excessKeptMs = 60_000
const hostName = /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i

/**
 * Serves a browser of its own to each WebSocket connection, which speaks the DevTools protocol with it, and ends it with
 * the connection. The connection's URL names the host of its proxy, which is all that the browser can reach:
 * `ws://browser-host:9222/?proxy=10.1.2.3`. For a minute `/excess/<id>` tells which bound has ended the browser of a connection
 * that has given an `id`, and `/host` where the host itself is to be reached.
 */
export async function serveBrowsers(options: HostOptions): Promise<BrowserHost> {
  const { port, host, name, most, metrics, logger } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  })
  const browsers = new Set<PipedBrowser>()
  let active = 0
  let isDraining = false
  let isEnding = false
  let onEnd: (() => void) | undefined
  const excesses = new Map<string, string>()
  const server = createServer((request, response) => {
    const [status, answer] = find(request.url ?? '/')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  const find = (path: string): [number, object] => {
    if (path === '/healthz') return [200, { status: 'ok', browsers: active }]
    if (path === '/readyz' && (isDraining || isStopping()))
      return [503, { status: 'unavailable', browsers: active }]
    if (path === '/readyz') return [200, { status: 'ok', browsers: active }]
    if (path === '/host' && name !== undefined)
      return [200, { host: `${isIPv6(name) ? `[${name}]` : name}:${portOf()}` }]
    const excess = excesses.get(path.slice('/excess/'.length))
    return path.startsWith('/excess/') && excess !== undefined
      ? [200, { excess }]
      : [404, { status: 'unknown' }]
  }
  const portOf = () => (server.address() as AddressInfo).port
  server.on('upgrade', (request, socket, head) => {
    const { proxyHost, id } = readOrder(request)
    const refusal =
      proxyHost === undefined
        ? '400 Bad Request'
        : isDraining || active >= most
          ? '503 Service Unavailable'
          : undefined
    if (refusal !== undefined) {
      if (proxyHost !== undefined && !isDraining) metrics.countRefusal()
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    active += 1
    const end = metrics.beginBrowser()
    let endedBy: BrowserEnd = 'run'
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const endBy = (by: BrowserEnd): void => {
        if (connection.readyState === connection.OPEN) endedBy = by
      }
      serve(connection, endBy, proxyHost!, id).catch((err: unknown) => {
        logger.warn({ err }, 'a browser could not be started')
        endBy('failed')
        connection.close(1011)
      })
    })
    socket.once('close', () => {
      active -= 1
      end(isEnding ? 'host_stopped' : endedBy)
      onEnd?.()
    })
  })

  async function serve(
    connection: WebSocket,
    endBy: (by: BrowserEnd) => void,
    proxyHost: string,
    id: string,
  ): Promise<void> {
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
      endBy('bound')
      connection.close(4000, excess)
    }, boundEveryMs)
    send = (message) => browser.input.write(`${message}\0`)
    for (const message of waiting) send(message)
    forEachMessage(browser, (message) => connection.send(message))
    // A browser that its run closes exits with 0.
    const leave = (code: unknown): void => {
      if (code !== 0) endBy('failed')
      connection.close(1011)
    }
    browser.process.once('exit', leave)
    browser.process.once('error', leave)
    await isGone
    clearInterval(bounding)
    await browser.end()
    browsers.delete(browser)
  }

  await once(server.listen(port, host), 'listening')
  return {
    port: portOf(),
    async drain(withinMs) {
      isDraining = true
      const unused = new Promise<void>((resolve) => {
        onEnd = () => active === 0 && resolve()
        onEnd()
      })
      await settlesWithin(withinMs, unused)
      isEnding = true
      server.close()
      server.closeAllConnections()
      for (const connection of sockets.clients) connection.terminate()
      await Promise.all([...browsers].map((browser) => browser.end()))
    },
  }
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
