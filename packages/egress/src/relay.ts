import type { Socket } from 'node:net'
import { finished } from 'node:stream'

/**
 * Joins two sockets. When one ends, its remaining data is delivered and then both close: a browser has no use for
 * half a tunnel. The caller keeps error listeners on both, and destroys `upstream` when `client` closes.
 */
export function relay(client: Socket, upstream: Socket): void {
  client.pipe(upstream, { end: false })
  upstream.pipe(client, { end: false })
  finished(client, { writable: false }, () => upstream.destroySoon())
  finished(upstream, { writable: false }, () => client.destroySoon())
}
