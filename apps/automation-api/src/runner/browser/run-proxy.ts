import { randomBytes } from 'node:crypto'
import {
  type ForwardProxyOptions,
  type ProxyError,
  readProxyStatus,
  startForwardProxy,
  type Traffic,
} from '@waypost/egress'
import type { Refusals } from '../pages/watch-documents.ts'
import type { ProxyReach } from './browser-supply.ts'

/** The way out of one run. */
export interface RunProxy {
  /** For the context of the run. */
  settings: { server: string; username?: string; password?: string }
  traffic: () => Traffic
  /** What it answered by itself: its name in them is known to nobody else. */
  refusals: Refusals
  /** Cuts every connection of the run. */
  close: () => Promise<void>
}

export type RunProxyOptions = Pick<
  ForwardProxyOptions,
  'policy' | 'lookup' | 'limits' | 'connectTimeoutMs' | 'onBlocked'
>

// A page can ask for any number of hosts; what it asks for by itself is soon of no interest.
const MAX_KNOWN_TUNNELS = 1000

/**
 * Starts a proxy for one run: a listener costs a millisecond, and with its own every run has its own limits and ends
 * with its connections. On loopback it asks for no password: Playwright answers that question by holding up every
 * request of the page, and whoever else is on this machine has the network anyway.
 */
export async function startRunProxy(reach: ProxyReach, options: RunProxyOptions): Promise<RunProxy> {
  const token = reach.needsToken ? randomBytes(24).toString('hex') : undefined
  const name = `egress-${randomBytes(12).toString('hex')}`
  const tunnels = new Map<string, ProxyError>()
  const proxy = await startForwardProxy({
    ...options,
    host: reach.listenOn,
    name,
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
    refusals: {
      ofAnswer: (status) => readProxyStatus(name, status),
      ofTunnel: (url) => tunnels.get(targetOf(url)),
    },
    close: proxy.close,
  }
}

// As a browser writes them to a proxy.
function targetOf(url: string): string {
  const { protocol, hostname = '', port } = URL.parse(url) ?? {}
  return `${hostname.replaceAll(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`
}
