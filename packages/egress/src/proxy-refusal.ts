import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { BlockedAddressError } from './blocked-address-error.ts'

/** Thrown to answer a proxied request with `status` instead of passing it on. */
export class ProxyRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(STATUS_CODES[status])
    this.status = status
  }
}

/** The status for whatever kept a request from its target: 403 by policy, 502 if the target failed. */
export function statusOf(error: unknown): number {
  if (error instanceof ProxyRefusal) return error.status
  return error instanceof BlockedAddressError ? 403 : 502
}

/** Answers a request that was not passed on; cuts off one whose answer had begun. */
export function refuseRequest(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy()
  // The reason phrase is given, lest one that the target sent and writeHead threw at is taken again.
  else response.writeHead(status, STATUS_CODES[status], headersOf(status)).end(bodyOf(status))
}

/** Answers a CONNECT that was not passed on, and hangs up. */
export function refuseTunnel(client: Socket, status: number): void {
  const headers = Object.entries({ ...headersOf(status), Connection: 'close' })
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((header) => header.join(': '))]
  // Reading on lets the client's own end arrive, upon which the socket closes.
  client.resume().end(`${lines.join('\r\n')}\r\n\r\n${bodyOf(status)}`)
}

// Of the request nothing is repeated: this is shown as if the target had said it.
function bodyOf(status: number): string {
  return `${status === 403 ? 'Address not allowed' : STATUS_CODES[status]}\n`
}

function headersOf(status: number): Record<string, string | number> {
  const headers = { 'Content-Type': 'text/plain', 'Content-Length': bodyOf(status).length }
  return status === 407 ? { ...headers, 'Proxy-Authenticate': 'Basic realm="egress"' } : headers
}
