import { ConnectionEndedError, InvalidResponseError, ResponseTooLongError } from './client/response-errors.ts'

const namesByCode: Record<string, string> = {
  ERR_BLOCKED_ADDRESS: 'blocked_address',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENOTFOUND: 'dns_error',
  ERR_DNS_AWAY: 'dns_error',
  EPROTO: 'tls_error',
}

const tlsCode =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERROR_IN_C|INVALID_|PATH_LENGTH|HOSTNAME)/

/** The `error` of an attempt (see AttemptOutcome) for an error of the client, of Node, or of the egress policy. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'network_error'
  if (error instanceof AggregateError) return aggregateName(error)
  if (error instanceof ConnectionEndedError) return 'connection_reset'
  if (error instanceof InvalidResponseError || error instanceof ResponseTooLongError)
    return 'invalid_response'
  const code = String((error as NodeJS.ErrnoException).code)
  if (code.startsWith('EAI_')) return 'dns_error'
  if (tlsCode.test(code)) return 'tls_error'
  return namesByCode[code] ?? 'network_error'
}

/** Of the errors of a host's addresses, the name of the one that came furthest. */
function aggregateName({ errors: several }: AggregateError): string {
  const names = new Set(several.map(errorName))
  const furthest = ['connection_reset', 'connection_refused', 'timeout', 'unreachable']
  return furthest.find((name) => names.has(name)) ?? 'network_error'
}
