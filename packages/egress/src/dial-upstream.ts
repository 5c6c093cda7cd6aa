import { type IncomingMessage, request as startRequest } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { SocksClient } from 'socks'
import { BlockedAddressError } from './blocked-address-error.ts'
import { dialAllowedAddress, type Lookup } from './dial-allowed-address.ts'
import { type EgressPolicy, isAllowedPort } from './policy.ts'
import { ProxyRefusal } from './proxy-refusal.ts'
import type { ProxyTarget } from './proxy-target.ts'
import { resolveHost } from './resolve-host.ts'
import { unlessAborted } from './unless-aborted.ts'
import { upstreamAuthorization, type UpstreamProxy } from './upstream-proxy.ts'

interface Way {
  policy: EgressPolicy
  lookup?: Lookup | undefined
  signal: AbortSignal
}

/**
 * Refuses a target that the policy refuses, although another proxy will dial it: that proxy may stand where our own
 * networks can be reached. A name that is not known here is left to the other proxy.
 */
export async function requireAllowedTarget(
  { hostname, port }: ProxyTarget,
  { policy, lookup = resolveHost, signal }: Way,
): Promise<void> {
  if (!isAllowedPort(port)) throw new BlockedAddressError(hostname)
  const resolved =
    isIP(hostname) === 0
      ? await unlessAborted(
          lookup(hostname).catch(() => undefined),
          signal,
        )
      : [{ address: hostname }]
  if (resolved && !resolved.some(({ address }) => policy.allowsAddress(address)))
    throw new BlockedAddressError(hostname)
}

/** A connection to the upstream proxy itself. */
export async function dialUpstream(upstream: UpstreamProxy, way: Way): Promise<Socket> {
  const { hostname, port } = upstream
  return dialAllowedAddress({ ...way, hostname, port }).catch((error: unknown) => {
    throw way.signal.aborted ? error : notUsable()
  })
}

/** A connection to the target through the upstream proxy, which resolves the target's name. */
export async function dialThrough(upstream: UpstreamProxy, target: ProxyTarget, way: Way): Promise<Socket> {
  await requireAllowedTarget(target, way)
  const socket = await dialUpstream(upstream, way)
  const opening =
    upstream.protocol === 'http' ? openTunnel(upstream, target, socket) : openSocks(upstream, target, socket)
  try {
    return await unlessAborted(opening, way.signal)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function openTunnel(upstream: UpstreamProxy, target: ProxyTarget, socket: Socket): Promise<Socket> {
  const authority = `${isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname}:${target.port}`
  const authorization = upstreamAuthorization(upstream)
  const asking = startRequest({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers: { Host: authority, ...(authorization && { 'Proxy-Authorization': authorization }) },
  })
  return new Promise((resolve, reject) => {
    asking.on('connect', (answer: IncomingMessage, opened: Socket, head: Buffer) => {
      if (answer.statusCode !== 200) return reject(refusalOfStatus(answer.statusCode))
      if (head.length > 0) opened.unshift(head)
      resolve(opened)
    })
    asking.on('response', ({ statusCode }) => reject(refusalOfStatus(statusCode)))
    asking.on('error', () => reject(notUsable()))
    asking.end()
  })
}

async function openSocks(upstream: UpstreamProxy, target: ProxyTarget, socket: Socket): Promise<Socket> {
  const { username, password, hostname: host, port } = upstream
  const proxy = {
    host,
    port,
    type: 5,
    ...(username !== undefined && { userId: username, password: password ?? '' }),
  } as const
  const destination = { host: target.hostname, port: target.port }
  const opening = SocksClient.createConnection({
    proxy,
    destination,
    command: 'connect',
    existing_socket: socket,
  })
  const opened = await opening.catch((error: unknown) => {
    // By RFC 1928, section 6, the proxy has then accepted the credentials and could not reach the target.
    const isOfTarget = error instanceof Error && error.message.includes('rejected connection')
    throw isOfTarget ? new ProxyRefusal(502, 'destination_unavailable') : notUsable()
  })
  return opened.socket
}

/** The refusal for an answer of an upstream proxy that speaks HTTP. */
function refusalOfStatus(status = 502): ProxyRefusal {
  return status >= 500 ? new ProxyRefusal(502, 'destination_unavailable') : notUsable()
}

/** The refusal where the upstream proxy cannot be reached, or takes no requests of ours. */
export const notUsable = () => new ProxyRefusal(502, 'proxy_configuration_error')
