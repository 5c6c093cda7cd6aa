import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../observability/logger.ts'
import type { ErrorForm } from './error-form.ts'
import { knownStatus } from './known-status.ts'

const failures: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
}

/** Answers bytes that are not an HTTP request with an error, and closes the connection. */
export function answerClientError(
  { code = '' }: { code?: string },
  socket: Socket,
  { form, logger, id }: { form: ErrorForm; logger: Logger; id: string },
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const { status, message } = failures[code] ?? { status: 400, message: 'Malformed request' }
  const known = knownStatus(form, status)
  const body = JSON.stringify(form.error(known, message))
  if (socket.writable) {
    logger.info({ reqId: id, code, res: { statusCode: known } }, 'not a request')
    const head = [
      `HTTP/1.1 ${known} ${STATUS_CODES[known]}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Content-Type: application/json',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${id}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy()
}
