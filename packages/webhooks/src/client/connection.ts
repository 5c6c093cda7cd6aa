import type { Socket } from 'node:net'
import { ConnectionEndedError } from './response-errors.ts'
import { createResponseReader, type ResponseEvents } from './response-reader.ts'

/** A request, and what becomes of it. */
export interface Exchange extends ResponseEvents {
  /** Head and body, each character a byte. */
  request: string
  /** Which sends it, once there is one. */
  connection?: Connection
  /** The request failed, perhaps after its response began. Nothing more follows. */
  onError(error: unknown): void
}

/** An open connection, which makes one exchange at a time. */
export interface Connection {
  send(exchange: Exchange): void
  /** Ends the connection, without a further event for the exchange, if that is still under way. */
  abort(exchange: Exchange): void
  /** Ends the connection and fails its exchange. */
  destroy(error: Error): void
}

/**
 * Takes over a connected socket.
 *
 * @param idleMs for how long it is kept after a response
 *
 * @param isKept whether it is kept at all
 *
 * @param onIdle called when it can make a further exchange
 *
 * @param onClose called once, when it can make none any more
 */
export function openConnection(
  socket: Socket,
  {
    idleMs,
    isKept,
    onIdle,
    onClose,
  }: {
    idleMs: number
    isKept: boolean
    onIdle: (connection: Connection) => void
    onClose: (connection: Connection) => void
  },
): Connection {
  let exchange: Exchange | undefined
  let failure: unknown
  let isClosed = false
  // One for all responses, begun anew after each: to create a timer costs more. It may also end while a response is awaited.
  const timer = setTimeout(() => {
    if (!exchange) close()
  }, idleMs)
  timer.unref()

  const reader = createResponseReader({
    onHead: (head) => exchange!.onHead(head),
    onData: (data) => exchange!.onData(data),
    onEnd() {
      const ended = exchange!
      exchange = undefined
      ended.onEnd()
    },
  })

  const close = (): void => {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    socket.destroy()
    onClose(connection)
  }
  const fail = (error: unknown): void => {
    const failed = exchange
    exchange = undefined
    close()
    failed?.onError(error)
  }

  const connection: Connection = {
    send(next) {
      exchange = next
      reader.begin()
      socket.write(next.request, 'latin1')
    },
    abort(aborted) {
      if (exchange !== aborted) return
      exchange = undefined
      close()
    },
    destroy: fail,
  }

  socket.on('data', (chunk: Buffer) => {
    if (isClosed) return
    try {
      reader.read(chunk)
    } catch (error) {
      fail(error)
      return
    }
    if (exchange) return
    // A response that did not wait for the end of its request leaves bytes that nobody may read.
    if (!isKept || !reader.isReusable() || socket.writableLength > 0) close()
    else {
      timer.refresh()
      onIdle(connection)
    }
  })
  socket.on('error', (error) => (failure ??= error))
  socket.on('end', () => {
    if (exchange && reader.end()) close()
    else fail(failure ?? new ConnectionEndedError())
  })
  socket.on('close', () => fail(failure ?? new ConnectionEndedError()))
  return connection
}
