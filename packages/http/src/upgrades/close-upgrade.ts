import { createHash } from 'node:crypto'
import type { Upgrade } from './register-upgrades.ts'

// https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2
const acceptId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const closeFrame = 0x88

/**
 * Opens a WebSocket and closes it at once with a code, which pages are told. They are not told why one is refused.
 *
 * @param reason of at most 100 bytes
 */
export function closeUpgrade(
  { request, socket }: Pick<Upgrade, 'request' | 'socket'>,
  code: number,
  reason: string,
): void {
  const key = String(request.headers['sec-websocket-key'])
  const accepted = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1').update(`${key}${acceptId}`).digest('base64')}`,
  ]
  const text = Buffer.from(reason)
  const head = Buffer.from([closeFrame, text.length + 2, 0, 0])
  head.writeUInt16BE(code, 2)
  socket.write(`${accepted.join('\r\n')}\r\n\r\n`)
  socket.end(Buffer.concat([head, text]))
}
