import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorForm } from './error-form.ts'
import { knownStatus } from './known-status.ts'

const failures: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
}

/** Answers bytes that are not an HTTP request with an error, and closes the connection. */
export function answerClientError({ code = '' }: { code?: string }, socket: Socket, form: ErrorForm): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const { status, message } = failures[code] ?? { status: 400, message: 'Malformed request' }
  const known = knownStatus(form, status)
  const body = JSON.stringify(form.error(known, message))
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${known} ${STATUS_CODES[known]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy()
}
