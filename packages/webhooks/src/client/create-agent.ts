import type { Socket } from 'node:net'
import { createEgressConnector, type EgressConnectorOptions } from '@waypost/egress'
import { createPool, type Pool } from './pool.ts'
import type { Target } from './target.ts'

export interface AgentOptions extends Omit<EgressConnectorOptions, 'connectTimeoutMs'> {
  /** Covers DNS, TCP and TLS together. */
  connectTimeoutMs?: number
  /**
   * Maximum number of concurrent requests to an origin. The time of requests that wait counts against their time-out.
   */
  connectionsPerOrigin: number
  /** With this many connections open, connections to new origins are no longer kept. */
  maxKeptConnections?: number
}

/** The connections that webhooks are sent over. */
export interface Agent {
  /** The connections to the origin of a URL. */
  poolOf(target: Target): Pool
  /** The origins that there are connections to. */
  origins(): string[]
  /** Ends all connections, and fails what is under way. */
  destroy(): Promise<void>
}

// Short, because most receivers close idle connections after five seconds or more, without notice.
const idleMs = 4_000

/**
 * Creates the agent that sends webhooks: HTTP/1.1 to addresses that the egress policy allows, with responses of limited size.
 * A connection is kept for four seconds after a response, and an origin as long as it has connections.
 */
export function createAgent({
  connectTimeoutMs = 5_000,
  connectionsPerOrigin,
  maxKeptConnections = 1_000,
  ...egress
}: AgentOptions): Agent {
  const connect = createEgressConnector({ connectTimeoutMs, ...egress })
  const pools = new Map<string, Pool>()
  let open = 0
  let destroyed: Error | undefined

  const dial = ({ protocol, hostname, host, port }: Target): Promise<Socket> =>
    new Promise((resolve, reject) =>
      connect({ protocol, hostname, host, port }, (error, socket) =>
        error === null ? resolve(socket) : reject(error),
      ),
    )

  const createPoolOf = (target: Target): Pool => {
    const pool = createPool({
      dial: () => dial(target),
      maxConnections: connectionsPerOrigin,
      idleMs,
      isKept: open < maxKeptConnections,
      onChange: (opened) => (open += opened),
      onEmpty: () => pools.delete(target.origin),
    })
    if (destroyed) pool.destroy(destroyed)
    return pool
  }

  return {
    poolOf(target) {
      const known = pools.get(target.origin)
      if (known) return known
      const pool = createPoolOf(target)
      if (!destroyed) pools.set(target.origin, pool)
      return pool
    },
    origins: () => [...pools.keys()],
    async destroy() {
      destroyed = new Error('The agent is destroyed')
      for (const pool of pools.values()) pool.destroy(destroyed)
    },
  }
}
