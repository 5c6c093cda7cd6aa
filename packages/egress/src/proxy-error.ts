import { BlockedAddressError } from './blocked-address-error.ts'

/** Why a proxy answers in place of its target: error types of the Proxy-Status header, RFC 9209, section 2.3. */
const proxyErrors = [
  'connection_limit_reached',
  'connection_refused',
  'connection_timeout',
  'destination_ip_prohibited',
  'destination_unavailable',
  'dns_error',
  'dns_timeout',
  'http_protocol_error',
  'http_request_denied',
  'http_request_error',
  'proxy_configuration_error',
] as const

export type ProxyError = (typeof proxyErrors)[number]

// Error codes of the resolver, of the connection, and of the timeout for both.
const byCode: Record<string, ProxyError> = {
  ENOTFOUND: 'dns_error',
  EAI_AGAIN: 'dns_timeout',
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connection_timeout',
  EHOSTUNREACH: 'destination_unavailable',
  ENETUNREACH: 'destination_unavailable',
}

/** The error type of whatever kept a request from its target. */
export function proxyErrorOf(error: unknown): ProxyError {
  if (error instanceof BlockedAddressError) return 'destination_ip_prohibited'
  if (!(error instanceof Error)) return 'http_protocol_error'
  if (error.name === 'TimeoutError') return 'connection_timeout'
  return ('code' in error && byCode[String(error.code)]) || 'http_protocol_error'
}

/** The error in this `Proxy-Status`; undefined where another proxy than `proxy` set it. */
export function readProxyStatus(proxy: string, status: string | undefined): ProxyError | undefined {
  return proxyErrors.find((error) => status === writeProxyStatus(proxy, error))
}

export function writeProxyStatus(proxy: string, error: ProxyError): string {
  return `${proxy}; error=${error}`
}
