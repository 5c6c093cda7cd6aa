import type { ProxyError } from '@waypost/egress'
import type { BrowserContext, Frame, Request } from 'playwright-core'

/** The responses of the run's proxy in place of a site's, with their reasons. */
export interface Refusals {
  /** For a response over http, by its `Proxy-Status`; undefined where the response is the site's. */
  ofAnswer: (proxyStatus: string | undefined) => ProxyError | undefined
  /** For the last tunnel to the URL's host that could not be opened. */
  ofTunnel: (url: string) => ProxyError | undefined
}

/** A URL did not lead to a page of the site. */
export class DocumentMissing extends Error {
  override name = 'DocumentMissing'
}

interface Failure {
  url: string
  /** What the frame shows until the browser's error page arrives; undefined where it shows the proxy's error page instead. */
  before?: string
  error: DocumentMissing
}

/** How many requests of windows that the browser may never announce are kept. */
const maxUnclaimed = 100

const failures = new WeakMap<Frame, Failure>()

/**
 * Records for every frame whether it shows the site, or an error page because the site could not be reached: one of
 * the browser's, or over http one of the run's proxy, which is a normal response to the browser.
 */
export function watchDocuments(context: BrowserContext, refusals?: Refusals): void {
  // Of windows that are not announced yet, oldest first.
  let unclaimed: { request: Request; failure: Failure | undefined }[] = []
  const record = (request: Request, failure: Failure | undefined) => {
    const frame = findFrame(request)
    if (!frame) unclaimed = [...unclaimed, { request, failure }].slice(-maxUnclaimed)
    else if (failure) failures.set(frame, failure)
    else failures.delete(frame)
  }
  context.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest()) return
    const url = response.url()
    // A response through a tunnel is the site's, whatever its headers say.
    const error = url.startsWith('http:') ? refusals?.ofAnswer(response.headers()['proxy-status']) : undefined
    record(request, error && { url, error: describeRefusal(url, error) })
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Another navigation replaced it, or it was a download.
    if (!request.isNavigationRequest() || reason === 'net::ERR_ABORTED') return
    const url = request.url()
    const refusal = reason === 'net::ERR_TUNNEL_CONNECTION_FAILED' ? refusals?.ofTunnel(url) : undefined
    const error = refusal ? describeRefusal(url, refusal) : describeNetError(url, reason)
    record(request, { url, before: findFrame(request)?.url() ?? '', error })
  })
  // Now that a window is known, its requests say which frame is theirs. Its URL would not: it may not show the page yet.
  context.on('page', () => {
    const waiting = unclaimed
    unclaimed = []
    for (const { request, failure } of waiting) record(request, failure)
  })
}

/** Why the frame does not show a page of the site; undefined where it does. */
export function findDocumentFailure(frame: Frame): DocumentMissing | undefined {
  const failure = failures.get(frame)
  const url = frame.url()
  if (failure && isShown(failure, url)) return failure.error
  return isErrorPage(url) ? new DocumentMissing('the page could not be opened') : undefined
}

/** Why the frame's navigation since `clearDocumentFailure` failed. */
export function lastDocumentFailure(frame: Frame): DocumentMissing | undefined {
  return failures.get(frame)?.error
}

export function clearDocumentFailure(frame: Frame): void {
  failures.delete(frame)
}

function findFrame(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    // Playwright does not know the requesting window yet.
    return undefined
  }
}

const isErrorPage = (url: string) => url.startsWith('chrome-error:')

// A step may end before the error page arrives, which follows each of these failures.
function isShown({ url, before }: Failure, shown: string): boolean {
  if (before !== undefined) return isErrorPage(shown) || shown === before
  return withoutFragment(url) === withoutFragment(shown)
}

const withoutFragment = (url: string) => url.split('#', 1)[0]

const reasons: Record<ProxyError, (host: string) => string> = {
  dns_error: (host) => `unknown name "${host}"`,
  dns_timeout: (host) => `the name "${host}" could not be looked up`,
  connection_refused: () => 'connection refused',
  connection_timeout: () => 'connection timed out',
  destination_unavailable: () => 'the address cannot be reached',
  destination_ip_prohibited: () => 'address not allowed',
  connection_limit_reached: () => 'the run has made more connections, or moved more bytes, than it may',
  http_protocol_error: () => 'no valid answer',
  http_request_denied: () => 'refused by the run’s proxy',
  http_request_error: () => 'refused by the run’s proxy',
  proxy_configuration_error: () => 'the automation’s proxy cannot be reached, or refuses it',
}

function describeRefusal(url: string, error: ProxyError): DocumentMissing {
  return new DocumentMissing(`could not open ${url}: ${reasons[error](URL.parse(url)?.hostname ?? '')}`)
}

// The browser's own errors where there is no proxy in between.
const byNetError: Record<string, ProxyError> = {
  'net::ERR_NAME_NOT_RESOLVED': 'dns_error',
  'net::ERR_CONNECTION_REFUSED': 'connection_refused',
  'net::ERR_CONNECTION_TIMED_OUT': 'connection_timeout',
  'net::ERR_TIMED_OUT': 'connection_timeout',
  'net::ERR_ADDRESS_UNREACHABLE': 'destination_unavailable',
}

function describeNetError(url: string, reason: string): DocumentMissing {
  // No other page is refused within the browser.
  if (reason === 'net::ERR_BLOCKED_BY_CLIENT')
    return new DocumentMissing(`could not open ${url}: the site’s robots.txt does not allow it`)
  const known = byNetError[reason]
  if (known) return describeRefusal(url, known)
  const words = reason
    .replace(/^net::ERR_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
  return new DocumentMissing(`could not open ${url}: ${words}`)
}
