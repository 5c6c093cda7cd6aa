import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'

export interface RawReceiver {
  /** `http:` or, with TLS, `https:`. */
  url: string
  port: number
  /** Every complete request so far, byte for byte. */
  requests: string[]
  /** The number of connections that were ever opened. */
  connections: () => number
  /** Resolves when the first connection is closed. */
  closed: Promise<void>
}

/** How a receiver handles a request. */
export type Answer = (socket: Socket, request: { text: string; numberOnConnection: number }) => void

/**
 * For tests: a receiver on loopback with full control over its sockets; closed after the test.
 *
 * @param answer called for every complete request
 */
export async function startRawReceiver(
  answer: Answer,
  { tls, onConnection }: { tls?: TlsOptions; onConnection?: (socket: Socket) => void } = {},
): Promise<RawReceiver> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const closed = Promise.withResolvers<void>()
  const server: Server = tls ? createTlsServer(tls) : createServer()

  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      closed.resolve()
    })
  })
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => {})
    onConnection?.(socket)
    let received = ''
    let numberOnConnection = 0
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const [head = '', body] = received.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      const text = received
      received = ''
      numberOnConnection += 1
      requests.push(text)
      answer(socket, { text, numberOnConnection })
    })
  })
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook?a=b`,
    port,
    requests,
    connections: () => connections,
    closed: closed.promise,
  }
}

/** Writes `text` over and over, as fast as it is read. */
export function flood(socket: Socket, text: string): void {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)), 'latin1')
  const write = (): void => {
    while (!socket.destroyed && socket.write(chunk)) continue
  }
  socket.on('drain', write)
  write()
}

/** Writes the characters of `text` one by one, over and over, a few milliseconds apart. */
export function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length), 'latin1'), 5)
  socket.on('close', () => clearInterval(timer))
}
