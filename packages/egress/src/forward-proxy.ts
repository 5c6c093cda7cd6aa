import { type EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, request as startRequest, type ServerResponse } from 'node:http'
import { isIP, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { BlockedAddressError } from './blocked-address-error.ts'
import { dialAllowedAddress, type Lookup } from './dial-allowed-address.ts'
import { dialThrough, dialUpstream, notUsable, requireAllowedTarget } from './dial-upstream.ts'
import { forwardedRequestHeaders, forwardedResponseHeaders } from './forwarded-headers.ts'
import type { EgressPolicy } from './policy.ts'
import { isProxyAuthorized } from './proxy-authorization.ts'
import type { ProxyError } from './proxy-error.ts'
import { ProxyRefusal, refusalOf, refuseRequest, refuseTunnel } from './proxy-refusal.ts'
import { getAbsoluteTarget, getConnectTarget, type ProxyTarget } from './proxy-target.ts'
import { relay } from './relay.ts'
import { upstreamAuthorization, type UpstreamProxy } from './upstream-proxy.ts'
import { createTrafficMeter, type Traffic, type TrafficLimits } from './traffic-meter.ts'

export interface ForwardProxyOptions {
  policy: EgressPolicy
  /** Defaults to `resolveHost`, which uses DNS alone. */
  lookup?: Lookup
  /** The address to listen on. */
  host?: string
  /** The port; 0 picks a free one. */
  port?: number
  /** Serves the connections of this listener instead, and leaves it open. */
  listener?: Server
  /** If given, clients must send it as the password of `Proxy-Authorization: Basic`, with any user name. */
  token?: string
  /** For DNS and TCP together. */
  connectTimeoutMs?: number
  /** A connection is closed after this time without a byte in either direction. */
  idleTimeoutMs?: number
  /** Past a limit new connections are answered with 503; past the limit on bytes open ones are destroyed too. */
  limits?: TrafficLimits
  /** The proxy through which every target is reached, asked for with each connection; undefined: none. */
  upstream?: () => UpstreamProxy | undefined
  /** The proxy's name in the `Proxy-Status` of its own responses; no target's response has that header. */
  name?: string
  /** Called with every target that the policy refused. */
  onBlocked?: (target: { host: string; port: number }) => void
  /** Called with every target to which no tunnel could be opened. */
  onTunnelRefused?: (target: { host: string; port: number }, error: ProxyError) => void
}

export interface ForwardProxy {
  /** `http://host:port`, without the token. */
  url: string
  /** The traffic so far, and how many connections to targets were requested. */
  traffic(): Traffic
  /** Stops listening and destroys every connection, tunnels too. */
  close(): Promise<void>
}

/**
 * Starts an HTTP/1.1 forward proxy that reaches only what `policy` allows, whatever its client requests: CONNECT
 * tunnels (https, wss, ws) and absolute-form http requests. It follows no redirects and stores nothing. It answers
 * 400 to a malformed target, 403 to a refused one, 407 without the token, 502 to an unreachable one, 503 past a
 * limit, and gives the reason in `Proxy-Status` (RFC 9209).
 */
export async function startForwardProxy({
  policy,
  lookup,
  host = '127.0.0.1',
  port = 0,
  listener,
  token,
  connectTimeoutMs = 10_000,
  idleTimeoutMs = 300_000,
  limits = {},
  upstream: findUpstream = () => undefined,
  name = 'egress',
  onBlocked,
  onTunnelRefused,
}: ForwardProxyOptions): Promise<ForwardProxy> {
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => refuseRequest(response, refusalOf(error), name))
  })
  server.on('connect', (request, _stream, head) => {
    const client = request.socket
    client.on('error', () => {})
    client.setTimeout(idleTimeoutMs, () => client.destroy())
    tunnel(request, client, head).catch((error: unknown) => refuseTunnel(client, refusalOf(error), name))
  })
  // Of all clients except those of tunnels, whose sockets no longer belong to the server.
  server.timeout = idleTimeoutMs

  const clients = new Set<Socket>()
  server.on('connection', (client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
  })
  const meter = createTrafficMeter(limits, () => {
    for (const client of clients) client.destroy()
  })

  async function tunnel(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    authorize(request)
    const target = getConnectTarget(request.url)
    const upstream = await dial(target, client).catch((error: unknown) => {
      onTunnelRefused?.({ host: target.hostname, port: target.port }, refusalOf(error).error)
      throw error
    })
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    upstream.write(head)
    relay(client, upstream)
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    authorize(request)
    const { url, ...target } = getAbsoluteTarget(request.url)
    // Proxies that speak HTTP take such requests as they are, and few open tunnels to the port of http.
    const between = findUpstream()
    const next = between?.protocol === 'http' ? between : undefined
    const socket = await dial(target, response, next && { isItself: true })
    const authorization = next && upstreamAuthorization(next)
    const upstream = startRequest({
      createConnection: () => socket,
      method: request.method,
      path: next ? url.origin + url.pathname + url.search : url.pathname + url.search,
      headers: [
        ...forwardedRequestHeaders(request, url),
        ...(authorization ? ['Proxy-Authorization', authorization] : []),
      ],
    })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      upstream.on('response', resolve).on('error', reject)
      // Neither event comes if the target switches protocols without a request to do so.
      upstream.on('close', () => reject(new ProxyRefusal(502, 'http_protocol_error')))
      request.pipe(upstream)
    })
    if (next && answer.statusCode === 407) throw notUsable()
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardedResponseHeaders(answer))
    await pipeline(answer, response)
  }

  /**
   * A connection to the target that is destroyed when its client (a socket or a response) closes.
   *
   * @param isItself whether to connect to the upstream proxy, which gets the request itself
   */
  async function dial(target: ProxyTarget, client: EventEmitter, { isItself = false } = {}): Promise<Socket> {
    if (!meter.admit()) throw new ProxyRefusal(503, 'connection_limit_reached')
    const abandoned = new AbortController()
    client.once('close', () => abandoned.abort())
    const signal = AbortSignal.any([abandoned.signal, AbortSignal.timeout(connectTimeoutMs)])
    try {
      const socket = await open(target, { policy, lookup, signal }, isItself)
      meter.watch(socket)
      client.once('close', () => socket.destroy())
      return socket
    } catch (error) {
      if (error instanceof BlockedAddressError) onBlocked?.({ host: target.hostname, port: target.port })
      throw error
    }
  }

  async function open(
    target: ProxyTarget,
    way: { policy: EgressPolicy; lookup: Lookup | undefined; signal: AbortSignal },
    isItself: boolean,
  ): Promise<Socket> {
    const between = findUpstream()
    if (!between) return dialAllowedAddress({ ...way, ...target })
    if (!isItself) return dialThrough(between, target, way)
    await requireAllowedTarget(target, way)
    return dialUpstream(between, way)
  }

  function authorize(request: IncomingMessage): void {
    if (token === undefined || isProxyAuthorized(request.headers['proxy-authorization'], token)) return
    throw new ProxyRefusal(407, 'http_request_denied')
  }

  const accept = (client: Socket): void => void server.emit('connection', client)
  if (listener) listener.on('connection', accept)
  else await once(server.listen(port, host), 'listening')
  const bound = (listener ?? server).address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${boundPort}`,
    traffic: meter.read,
    async close() {
      meter.stop()
      listener?.off('connection', accept)
      const closed = listener ? undefined : once(server, 'close')
      server.close()
      for (const client of clients) client.destroy()
      await closed
    },
  }
}
