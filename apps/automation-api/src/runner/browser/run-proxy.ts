import { randomBytes } from 'node:crypto'
import { startForwardProxy, type ForwardProxyOptions, type Traffic } from '@waypost/egress'
import type { ProxyReach } from './browser-supply.ts'

/** The way out of one run. */
export interface RunProxy {
  /** For the context of the run. */
  settings: { server: string; username?: string; password?: string }
  traffic: () => Traffic
  /** Cuts every connection of the run. */
  close: () => Promise<void>
}

export type RunProxyOptions = Pick<ForwardProxyOptions, 'policy' | 'lookup' | 'limits' | 'onBlocked'>

/**
 * Starts a proxy for one run: a listener costs a millisecond, and with its own every run has its own limits and ends
 * with its connections. On loopback it asks for no password: Playwright answers that question by holding up every
 * request of the page, and whoever else is on this machine has the network anyway.
 */
export async function startRunProxy(reach: ProxyReach, options: RunProxyOptions): Promise<RunProxy> {
  const token = reach.needsToken ? randomBytes(24).toString('hex') : undefined
  const proxy = await startForwardProxy({ ...options, host: reach.listenOn, ...(token && { token }) })
  const { port } = new URL(proxy.url)
  return {
    settings: {
      server: `http://${reach.calledAs}:${port}`,
      ...(token && { username: 'run', password: token }),
    },
    traffic: proxy.traffic,
    close: proxy.close,
  }
}
