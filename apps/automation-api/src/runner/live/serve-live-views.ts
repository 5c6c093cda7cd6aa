import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuseUpgrade } from '@waypost/http'
import { type WebSocket, WebSocketServer } from 'ws'
import { openLiveViewToken } from '../../executions/live/live-view-token.ts'
import type { Services } from '../../services.ts'
import { createLiveRuns, type LiveRuns } from './live-runs.ts'
import { closeCodes, serveView } from './serve-view.ts'

export interface LiveViewServer {
  runs: LiveRuns
  close(): Promise<void>
}

/** A message with files is the longest. */
const longestMessageBytes = 12 * 2 ** 20
const viewsOfARun = 5
/** A browser that is not open by then is not opened any more. */
const openWithinMs = 60_000

/**
 * Serves the views of this process's runs to the API, which passes them on. Whoever connects needs a token that the API has
 * sealed for one execution or recording. A token opens one view: it runs in no other process, so this one knows which were
 * used.
 *
 * @param name by which the API reaches this process
 *
 * @param port 0 for any
 */
export async function serveLiveViews(
  services: Pick<Services, 'keyring' | 'clock'>,
  { host, port, name }: { host: string; port: number; name: string },
): Promise<LiveViewServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessageBytes,
    perMessageDeflate: false,
  })
  /** Until when each would be valid. */
  const used = new Map<string, number>()
  const views = new Map<string, number>()
  const server: Server = createServer((_request, response) => void response.writeHead(404).end())
  await once(server.listen(port, host), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const address = server.address() as AddressInfo
  const runs = createLiveRuns(`${name.includes(':') ? `[${name}]` : name}:${address.port}`)

  /** A view may be asked for before the browser of its run is open. */
  const serve = async (connection: WebSocket, watchedId: string): Promise<void> => {
    const gone = new AbortController()
    connection.on('close', () => gone.abort())
    connection.on('error', () => connection.terminate())
    // What it says meanwhile is heard then.
    connection.pause()
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(openWithinMs)])
    const run = await runs.wait(watchedId, signal)
    connection.resume()
    if (gone.signal.aborted) return
    if (run) serveView(connection, run)
    else connection.close(closeCodes.ended, 'The run has ended')
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const { searchParams } = new URL(request.url ?? '/', 'http://runner')
    const token = openLiveViewToken(services, searchParams.get('token') ?? '')
    if (!token || used.has(token.id)) return refuseUpgrade(socket, 401, 'The token is not valid any more')
    const now = services.clock.now()
    for (const [id, until] of used) if (until < now) used.delete(id)
    used.set(token.id, token.expiresAt)
    const { watchedId } = token
    const others = views.get(watchedId) ?? 0
    if (others >= viewsOfARun) return refuseUpgrade(socket, 429, 'Too many views are open')
    views.set(watchedId, others + 1)
    socket.on('close', () => {
      const left = views.get(watchedId)! - 1
      if (left > 0) views.set(watchedId, left)
      else views.delete(watchedId)
    })
    return sockets.handleUpgrade(request, socket, head, (connection) => void serve(connection, watchedId))
  })
  return {
    runs,
    async close() {
      for (const connection of sockets.clients) connection.terminate()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
