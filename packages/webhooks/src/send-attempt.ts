import { request, type Dispatcher } from 'undici'

/** What came of one request. Exactly one of `status` and `error` is set. */
export interface AttemptOutcome {
  succeeded: boolean
  status: number | null
  /** A short name: `timeout`, `connection_refused`, `blocked_address`, … */
  error: string | null
  durationMs: number
  /** The first 1 KB of the answer, as text. */
  responseBody: string | null
}

/** The whole attempt, name look-up to the last byte of the answer. */
export const attemptTimeoutMs = 10_000
/** Time to connect, TLS included. */
export const connectTimeoutMs = 5_000

const keepBytes = 1024
// An answer this long says nothing more to us; the connection is given up with the rest of it.
const readBytes = 64 * 1024

/**
 * POSTs `body` once and says what came of it: it never throws. A delivery succeeds on 2xx only; redirects are not
 * followed and nothing is decompressed.
 *
 * @param agent decides which addresses may be reached
 */
export async function sendAttempt(
  agent: Dispatcher,
  {
    url,
    headers,
    body,
    timeoutMs = attemptTimeoutMs,
  }: { url: string; headers: Record<string, string>; body: string; timeoutMs?: number },
): Promise<AttemptOutcome> {
  const startedAt = performance.now()
  const end = (outcome: Pick<AttemptOutcome, 'status' | 'error' | 'responseBody'>): AttemptOutcome => ({
    ...outcome,
    succeeded: outcome.status !== null && outcome.status >= 200 && outcome.status < 300,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const responseBody = await readBeginning(response.body)
    return end({ status: response.statusCode, error: null, responseBody })
  } catch (error) {
    return end({ status: null, error: errorName(error), responseBody: null })
  }
}

async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const kept: Buffer[] = []
  let read = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (read < keepBytes) kept.push(chunk.subarray(0, keepBytes - read))
    read += chunk.length
    // Leaving the loop destroys the stream, and with it the connection.
    if (read >= readBytes) break
  }
  // Postgres text holds any character but NUL.
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '\uFFFD')
}

const namesByCode: Record<string, string> = {
  ERR_BLOCKED_ADDRESS: 'blocked_address',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_response',
  UND_ERR_SOCKET: 'connection_reset',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'dns_error',
  EAI_AGAIN: 'dns_error',
  EPROTO: 'tls_error',
}

function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'network_error'
  if (error.name === 'TimeoutError') return 'timeout'
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (error instanceof AggregateError && !namesByCode[code]) return errorName(error.errors[0])
  if (code.startsWith('HPE_')) return 'invalid_response'
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL)/.test(code)) return 'tls_error'
  return namesByCode[code] ?? 'network_error'
}
