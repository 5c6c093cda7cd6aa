import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A server that counts whatever reaches it. */
export interface Target {
  port: number
  /** TCP connections, with or without data. */
  connections: number
  /** UDP datagrams. */
  datagrams: number
  /** Names of the headers of all requests, in lower case. */
  headers: string[]
  close: () => void
}

/** Whether this machine has IPv6 at all. */
export const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((network) => network?.address === '::1')

/**
 * Starts a server on one port of all the addresses, TCP and UDP. Port 0 picks one. IPv6 is skipped where there is
 * none.
 */
export async function startTarget(addresses: string[], wantedPort = 0): Promise<Target> {
  for (;;) {
    const target = await listen(addresses, wantedPort).catch((error: NodeJS.ErrnoException) => error)
    if (!(target instanceof Error)) return target
    // A port that is free for TCP, or on one address, may be in use elsewhere.
    if (wantedPort !== 0 || target.code !== 'EADDRINUSE') throw target
  }
}

async function listen(addresses: string[], wantedPort: number): Promise<Target> {
  const sockets = new Set<Socket>()
  const closing: (() => void)[] = []
  const target: Target = {
    port: wantedPort,
    connections: 0,
    datagrams: 0,
    headers: [],
    close() {
      for (const close of closing) close()
      for (const socket of sockets) socket.destroy()
    },
  }
  try {
    for (const address of addresses.filter((listened) => isIP(listened) === 4 || hasIPv6))
      await listenOn(address)
  } catch (error) {
    target.close()
    throw error
  }
  return target

  async function listenOn(address: string): Promise<void> {
    const server = createServer(answer)
    server.on('request', ({ headers }) => target.headers.push(...Object.keys(headers)))
    server.on('connection', (socket) => {
      target.connections += 1
      sockets.add(socket)
    })
    server.on('clientError', (_error, socket) => socket.destroy())
    await once(server.listen(target.port, address), 'listening')
    closing.push(() => server.close())
    target.port = (server.address() as AddressInfo).port

    const udp = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    udp.on('message', () => (target.datagrams += 1))
    await once(udp.bind(target.port, address), 'listening')
    closing.push(() => udp.close())
  }
}

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  png: 'image/png',
  json: 'application/json',
}

// Responds with the requested content type or status, to any request.
function answer({ url = '/', method }: IncomingMessage, response: ServerResponse): void {
  const [, extension = ''] = /\.(\w+)$/.exec(url) ?? []
  const status = method === 'OPTIONS' ? 204 : Number(/^\/(\d{3})$/.exec(url)?.[1] ?? 200)
  response.writeHead(status, {
    ...(status === 407 && { 'Proxy-Authenticate': 'Basic realm="egress"' }),
    'Content-Type': types[extension] ?? 'text/html',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': '*',
    'Access-Control-Allow-Headers': '*',
  })
  response.end()
}
