import { Agent, Pool, type buildConnector } from 'undici'
import { createEgressConnector, type EgressConnectorOptions } from '@waypost/egress'
import { limitAnswers } from './limit-answers.ts'

export interface AgentOptions extends Omit<EgressConnectorOptions, 'connectTimeoutMs'> {
  /** For DNS, TCP and TLS together. */
  connectTimeoutMs?: number
  /** How many requests an origin gets at a time; the others wait, and their time runs. */
  connectionsPerOrigin: number
  /** How many connections may be open before none are kept for origins that come new. */
  maxKeptConnections?: number
}

// Short, since most receivers hang up after five seconds or more without saying so.
const keepAliveMs = 4_000

/**
 * The agent through which webhooks are sent: HTTP/1.1 to what the egress policy allows, and answers of limited size.
 * A connection is kept for four seconds after an answer, and an origin as long as it has connections.
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
