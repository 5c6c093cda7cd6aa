import { Agent, errors, type Dispatcher } from 'undici'
import { UpstreamError } from './upstream-error.ts'
import type { Upstream } from './upstream.ts'

export interface UpstreamRequest {
  method: string
  /** Path and query, below the service's base URL. */
  path: string
  headers: Record<string, string>
  body?: Dispatcher.DispatchOptions['body']
  signal?: AbortSignal
}

/** The HTTP client of the services. */
export interface UpstreamClient {
  /** @throws UpstreamError if the service does not answer */
  request(
    upstream: Pick<Upstream, 'name' | 'title'>,
    request: UpstreamRequest,
  ): Promise<Dispatcher.ResponseData>
  /** @param path with its query, below the service's base URL */
  urlOf(upstream: Pick<Upstream, 'name'>, path: string): URL
  close(): Promise<void>
}

export type UpstreamUrls = Record<Upstream['name'], URL>

export interface UpstreamTimeouts {
  connectMs: number
  /** The timeout until the response headers. */
  headersMs: number
  /** The timeout between two chunks of the body. */
  bodyMs: number
}

// Longer than the services' own timeouts. Their event streams send a heartbeat every 15 s.
const usualTimeouts: UpstreamTimeouts = { connectMs: 5000, headersMs: 30_000, bodyMs: 60_000 }

export function createUpstreamClient(urls: UpstreamUrls, timeouts = usualTimeouts): UpstreamClient {
  const agent = new Agent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
  })

  const pathOf = (name: Upstream['name'], path: string) => urls[name].pathname.replace(/\/$/, '') + path

  return {
    urlOf: ({ name }, path) => new URL(pathOf(name, path), urls[name]),
    async request({ name, title }, { path, method, ...options }) {
      try {
        return await agent.request({
          ...options,
          origin: urls[name].origin,
          method,
          path: pathOf(name, path),
        })
      } catch (cause) {
        const isLate =
          cause instanceof errors.HeadersTimeoutError || cause instanceof errors.ConnectTimeoutError
        throw isLate
          ? new UpstreamError(504, `${title} did not answer in time`, { cause })
          : new UpstreamError(502, `${title} does not answer`, { cause })
      }
    },
    close: () => agent.destroy(),
  }
}
