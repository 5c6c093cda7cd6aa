import { Agent, Pool, type buildConnector } from 'undici'
import { createEgressConnector, type EgressConnectorOptions } from '@waypost/egress'
import { limitAnswers } from './limit-answers.ts'

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

// Short, because most receivers close idle connections after five seconds or more, without notice.
const keepAliveMs = 4_000

/**
 * The agent that sends webhooks: HTTP/1.1 to addresses that the egress policy allows, with responses of limited size.
 * A connection is kept for four seconds after a response, and an origin as long as it has connections.
 */
export function createAgent({
  connectTimeoutMs = 5_000,
  connectionsPerOrigin,
  maxKeptConnections = 1_000,
  ...egress
}: AgentOptions): Agent {
  const dial = createEgressConnector({ connectTimeoutMs, ...egress })
  let open = 0

  const connect: buildConnector.connector = (options, callback) =>
    dial(options, (...outcome) => {
      const [, socket] = outcome
      if (socket !== null) {
        open += 1
        socket.once('close', () => (open -= 1))
        limitAnswers(socket)
      }
      callback(...outcome)
    })

  return new Agent({
    connect,
    allowH2: false,
    connections: connectionsPerOrigin,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: keepAliveMs,
    // Whatever the receiver proposes.
    keepAliveMaxTimeout: keepAliveMs,
    factory: (origin, options: Pool.Options) =>
      new Pool(origin, open < maxKeptConnections ? options : { ...options, pipelining: 0 }),
  })
}
