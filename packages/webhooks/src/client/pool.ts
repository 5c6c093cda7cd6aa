import type { Socket } from 'node:net'
import { ConnectionEndedError } from './response-errors.ts'
import { openConnection, type Connection, type Exchange } from './connection.ts'

/** The connections to one origin, and the exchanges that wait for one. */
export interface Pool {
  /** Whether its connections are kept after a response. */
  isKept: boolean
  /** Makes the exchange once a connection is free. */
  send(exchange: Exchange): void
  /** Ends the exchange without a further event. One that still waits is never sent. */
  abort(exchange: Exchange): void
  destroy(error: Error): void
}

export interface PoolOptions {
  dial: () => Promise<Socket>
  maxConnections: number
  idleMs: number
  isKept: boolean
  /** Called when a connection has opened or closed. */
  onChange: (opened: 1 | -1) => void
  /** Called when there is nothing left of it. */
  onEmpty: () => void
}

export function createPool({ dial, maxConnections, idleMs, isKept, onChange, onEmpty }: PoolOptions): Pool {
  /** Oldest first. */
  const waiting = new Set<Exchange>()
  /** For which a connection is being opened. Another one that is free sooner may take them. */
  const dialledFor = new Set<Exchange>()
  const open = new Set<Connection>()
  /** The one that was used last is used next, so that the others can end. */
  const idle: Connection[] = []
  let destroyed: Error | undefined

  const onIdle = (connection: Connection): void => {
    const [next] = waiting
    if (next === undefined) {
      idle.push(connection)
      return
    }
    waiting.delete(next)
    start(connection, next)
  }
  const onClose = (connection: Connection): void => {
    open.delete(connection)
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    onChange(-1)
    goOn()
  }
  const adopt = (socket: Socket): void => {
    const connection = openConnection(socket, { idleMs, isKept, onIdle, onClose })
    open.add(connection)
    onChange(1)
    if (destroyed) connection.destroy(destroyed)
    else onIdle(connection)
  }
  const dialFor = async (exchange: Exchange): Promise<void> => {
    dialledFor.add(exchange)
    let failure: { error: unknown } | undefined
    const socket = await dial().catch((error: unknown) => void (failure = { error }))
    dialledFor.delete(exchange)
    if (socket?.destroyed === false) adopt(socket)
    else if (waiting.delete(exchange)) exchange.onError(failure ? failure.error : new ConnectionEndedError())
    goOn()
  }
  /** Opens connections for those that wait, as far as there may be more. */
  const goOn = (): void => {
    if (waiting.size > dialledFor.size && open.size + dialledFor.size < maxConnections) {
      for (const exchange of waiting) if (!dialledFor.has(exchange)) return void dialFor(exchange)
    }
    if (open.size + dialledFor.size + waiting.size === 0) onEmpty()
  }

  return {
    isKept,
    send(exchange) {
      if (destroyed) return exchange.onError(destroyed)
      const connection = idle.pop()
      if (connection) return start(connection, exchange)
      waiting.add(exchange)
      if (open.size + dialledFor.size < maxConnections) void dialFor(exchange)
    },
    abort(exchange) {
      if (!waiting.delete(exchange)) exchange.connection?.abort(exchange)
    },
    destroy(error) {
      destroyed = error
      for (const exchange of waiting) {
        waiting.delete(exchange)
        exchange.onError(error)
      }
      for (const connection of open) connection.destroy(error)
    },
  }
}

function start(connection: Connection, exchange: Exchange): void {
  exchange.connection = connection
  connection.send(exchange)
}
