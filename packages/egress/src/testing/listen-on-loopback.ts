import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * For tests: starts a server on 127.0.0.1 and returns its port. The server and its sockets close when the test ends.
 */
export async function listenOnLoopback(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('not listening on a port')
  return bound.port
}
