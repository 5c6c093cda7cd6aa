import type { Socket } from 'node:net'
import { startRawReceiver, type RawReceiver } from './raw-receiver.ts'

export const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

/** Answers every request with these bytes, then does `after` to the connection. */
export function answering(
  bytes: string | Buffer,
  after: 'keep' | 'end' | 'destroy' | 'reset' = 'keep',
): Promise<RawReceiver> {
  return startRawReceiver((socket) => socket.write(bytes, 'latin1', () => close(socket, after)))
}

export function close(socket: Socket, how: 'keep' | 'end' | 'destroy' | 'reset'): void {
  if (how === 'end') socket.end()
  else if (how === 'destroy') socket.destroy()
  else if (how === 'reset') socket.resetAndDestroy()
}

export const failed = (error: string) => ({ succeeded: false, status: null, error, responseBody: null })

export function chunked(body: string): string {
  return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`
}
