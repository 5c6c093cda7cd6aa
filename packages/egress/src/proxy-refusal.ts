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

/** The refusal for whatever kept a request from its target: 403 by policy, 502 if the target failed. */
export function refusalOf(failure: unknown): ProxyRefusal {
  if (failure instanceof ProxyRefusal) return failure
  const error = proxyErrorOf(failure)
  return new ProxyRefusal(error === 'destination_ip_prohibited' ? 403 : 502, error)
}

/** Answers, as the proxy of this name, a request that was not passed on; cuts off one whose answer had begun. */
export function refuseRequest(response: ServerResponse, refusal: ProxyRefusal, proxy: string): void {
  const { status } = refusal
  if (response.headersSent) response.destroy()
  // The reason phrase is given, lest one that the target sent and writeHead threw at is taken again.
  else response.writeHead(status, STATUS_CODES[status], headersOf(refusal, proxy)).end(bodyOf(status))
}

/** Answers a CONNECT that was not passed on, and hangs up. */
export function refuseTunnel(client: Socket, refusal: ProxyRefusal, proxy: string): void {
  const { status } = refusal
  const headers = Object.entries({ ...headersOf(refusal, proxy), Connection: 'close' })
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((header) => header.join(': '))]
  // Reading on lets the client's own end arrive, upon which the socket closes.
  client.resume().end(`${lines.join('\r\n')}\r\n\r\n${bodyOf(status)}`)
}

// Of the request nothing is repeated: this is shown as if the target had said it.
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
