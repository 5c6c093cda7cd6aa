import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server with the remote images of an email, and what it was asked for. */
export interface RemoteImages {
  url: string
  asked: { url: string; headers: IncomingHttpHeaders }[]
  /** How many connections have asked for nothing, which tell a sender enough. */
  countIdle: () => number
}

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Serves `/seen.gif`; every other image is not there. */
export async function startRemoteImages(): Promise<RemoteImages> {
  const asked: RemoteImages['asked'] = []
  const idle = new Set<Socket>()
  const server = createServer(({ url = '', headers, socket }, response) => {
    idle.delete(socket)
    asked.push({ url, headers })
    if (url === '/seen.gif') response.setHeader('content-type', 'image/gif').end(gif)
    else response.writeHead(404).end()
  })
  server.on('connection', (socket) => idle.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    countIdle: () => idle.size,
  }
}
