import { request as ask, type IncomingMessage } from 'node:http'
import { request as askSecurely } from 'node:https'
import type { Duplex } from 'node:stream'
import { DomainError } from '../errors/domain-error.ts'
import type { Upgrade } from './register-upgrades.ts'

const answerMs = 5000

/**
 * Connects a client that wants a WebSocket with another server, byte by byte: whichever of both reads slowly slows the
 * other one down, and nothing is kept here. Resolves once they are connected.
 *
 * @param answerHeaders for the client, besides those of the handshake
 *
 * @throws DomainError where the other server opens none
 */
export async function passUpgrade(
  { request, socket, head }: Pick<Upgrade, 'request' | 'socket' | 'head'>,
  url: URL,
  answerHeaders: Record<string, string> = {},
): Promise<void> {
  const { response, upstream, rest } = await open(request, url)
  if (socket.destroyed) {
    upstream.destroy()
    return
  }
  const accepted = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${String(response.headers['sec-websocket-accept'])}`,
    ...Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.write(`${accepted.join('\r\n')}\r\n\r\n`)
  upstream.write(head)
  socket.write(rest)
  join(socket, upstream)
  join(upstream, socket)
}

/** Passes on what comes; the end of one is the end of both. */
function join(from: Duplex, to: Duplex): void {
  from.pipe(to)
  from.on('error', () => from.destroy())
  from.on('close', () => to.destroy())
}

interface Opened {
  response: IncomingMessage
  upstream: Duplex
  /** What has come already after its response. */
  rest: Buffer
}

function open({ headers }: IncomingMessage, url: URL): Promise<Opened> {
  const { promise, resolve, reject } = Promise.withResolvers<Opened>()
  const asked = (url.protocol === 'https:' ? askSecurely : ask)(url, {
    timeout: answerMs,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': String(headers['sec-websocket-key']),
      'sec-websocket-version': String(headers['sec-websocket-version']),
    },
  })
  asked.on('upgrade', (response, upstream, rest) => resolve({ response, upstream, rest }))
  asked.on('response', (response) => {
    response.resume()
    reject(new DomainError('bad_gateway', `The connection was refused (${response.statusCode})`))
  })
  asked.on('timeout', () => asked.destroy(new Error(`No response within ${answerMs} ms`)))
  asked.on('error', (cause) => {
    reject(new DomainError('bad_gateway', 'The connection could not be opened', { cause }))
  })
  asked.end()
  return promise
}
