import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ProxyError, proxyErrorOf, writeProxyStatus } from './proxy-error.ts'

/** Thrown to answer a proxied request with `status` instead of passing it on. */
export class ProxyRefusal extends Error {
  readonly status: number
  readonly error: ProxyError

  constructor(status: number, error: ProxyError) {
    super(STATUS_CODES[status])
    this.status = status
    this.error = error
  }
}

/** The refusal for an error that kept a request from its target: 403 by policy, 502 if the target failed. */
export function refusalOf(failure: unknown): ProxyRefusal {
  if (failure instanceof ProxyRefusal) return failure
  const error = proxyErrorOf(failure)
  return new ProxyRefusal(error === 'destination_ip_prohibited' ? 403 : 502, error)
}

/** Answers a request that was not passed on, under this proxy's name; cuts off a response that had already begun. */
export function refuseRequest(response: ServerResponse, refusal: ProxyRefusal, proxy: string): void {
  const { status } = refusal
  if (response.headersSent) response.destroy()
  // The reason phrase is explicit: writeHead would otherwise reuse the target's, at which it threw.
  else response.writeHead(status, STATUS_CODES[status], headersOf(refusal, proxy)).end(bodyOf(status))
}

/** Answers a CONNECT that was not passed on, and closes the connection. */
export function refuseTunnel(client: Socket, refusal: ProxyRefusal, proxy: string): void {
  const { status } = refusal
  const headers = Object.entries({ ...headersOf(refusal, proxy), Connection: 'close' })
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((header) => header.join(': '))]
  // Reading on lets the client's end arrive, after which the socket closes.
  client.resume().end(`${lines.join('\r\n')}\r\n\r\n${bodyOf(status)}`)
}

// Repeats nothing of the request, because the client shows this body as if it came from the target.
function bodyOf(status: number): string {
  return `${status === 403 ? 'Address not allowed' : STATUS_CODES[status]}\n`
}

function headersOf({ status, error }: ProxyRefusal, proxy: string): Record<string, string | number> {
  const headers = {
    'Content-Type': 'text/plain',
    'Content-Length': bodyOf(status).length,
    'Proxy-Status': writeProxyStatus(proxy, error),
  }
  return status === 407 ? { ...headers, 'Proxy-Authenticate': 'Basic realm="egress"' } : headers
}
