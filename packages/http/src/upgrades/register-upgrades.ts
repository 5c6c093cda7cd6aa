import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App } from '../app.ts'
import { DomainError, statusOfCode } from '../errors/domain-error.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

/** A client's request for a WebSocket. */
export interface Upgrade {
  request: IncomingMessage
  /** Where it wants to go: path and query. */
  url: URL
  socket: Duplex
  /** What the client has sent already after its request. */
  head: Buffer
}

/**
 * Lets `accept` answer requests for WebSockets, which Fastify has no routes for. Where it returns false, there is nothing
 * at that URL; where it throws, a DomainError is answered as it would be by a route. Open connections end with the app.
 */
export function registerUpgrades(app: App, accept: (upgrade: Upgrade) => Promise<boolean>): void {
  const open = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // Whoever uses the socket notices that it has closed.
    socket.on('error', () => socket.destroy())
    const url = new URL(request.url ?? '/', 'http://localhost')
    accept({ request, url, socket, head }).then(
      (isAccepted) => isAccepted || refuseUpgrade(socket, 404, 'There is no WebSocket'),
      (error: unknown) => {
        if (error instanceof DomainError)
          return refuseUpgrade(socket, statusOfCode[error.code], error.message)
        app.log.error({ err: error }, 'could not open a WebSocket')
        return refuseUpgrade(socket, 500, 'Internal Server Error')
      },
    )
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) socket.destroy()
    done()
  })
}
