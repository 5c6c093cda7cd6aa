import { randomBytes } from 'node:crypto'
import {
  type ForwardProxyOptions,
  type ProxyError,
  readProxyStatus,
  startForwardProxy,
  type Traffic,
  type UpstreamProxy,
} from '@waypost/egress'
import type { Refusals } from '../pages/watch-documents.ts'
import type { ProxyReach } from './browser-supply.ts'

/** The proxy of one run. */
export interface RunProxy {
  /** For the context of the run. */
  settings: { server: string; username?: string; password?: string }
  traffic: () => Traffic
  /** Reaches everything through another proxy from now on. */
  useUpstream: (upstream: UpstreamProxy) => void
  /** The responses of the proxy itself. They carry a random name, so that a site cannot imitate them. */
  refusals: Refusals
  /** Closes every connection of the run. */
  close: () => Promise<void>
}

export type RunProxyOptions = Pick<
  ForwardProxyOptions,
  'policy' | 'lookup' | 'limits' | 'connectTimeoutMs' | 'onBlocked'
>

// A page can request any number of hosts; older ones are soon irrelevant.
const MAX_KNOWN_TUNNELS = 1000

/**
 * Starts a proxy for one run: a listener takes a millisecond, and gives every run its own limits and its own
 * connections. To a browser of this machine it requires no password: Playwright answers the proxy's challenge by
 * intercepting every request of the page, and other processes on this machine have the network anyway.
 */
export async function startRunProxy(reach: ProxyReach, options: RunProxyOptions): Promise<RunProxy> {
  const token = reach.needsToken ? randomBytes(24).toString('hex') : undefined
  const name = `egress-${randomBytes(12).toString('hex')}`
  let upstream: UpstreamProxy | undefined
  const tunnels = new Map<string, ProxyError>()
  const proxy = await startForwardProxy({
    ...options,
    ...(typeof reach.listenOn === 'string' ? { host: reach.listenOn } : { listener: reach.listenOn }),
    name,
    upstream: () => upstream,
    ...(token && { token }),
    onTunnelRefused({ host, port }, error) {
      if (tunnels.size >= MAX_KNOWN_TUNNELS) tunnels.clear()
      tunnels.set(`${host}:${port}`, error)
    },
  })
  const { port } = new URL(proxy.url)
  return {
    settings: {
      server: `http://${reach.calledAs}:${port}`,
      ...(token && { username: 'run', password: token }),
    },
    traffic: proxy.traffic,
    useUpstream: (next) => void (upstream = next),
    refusals: {
      ofAnswer: (status) => readProxyStatus(name, status),
      ofTunnel: (url) => tunnels.get(targetOf(url)),
    },
    close: proxy.close,
  }
}

// In the form in which a browser requests them from a proxy.
function targetOf(url: string): string {
  const { protocol, hostname = '', port } = URL.parse(url) ?? {}
  return `${hostname.replaceAll(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
}
