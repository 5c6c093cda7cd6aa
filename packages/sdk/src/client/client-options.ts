import type { Clock } from './clock.ts'

/** A JWT, or a function that returns one, called before each request, so that the token can change. */
export type Token = string | (() => string | Promise<string>)

export interface ClientOptions {
  /** `gfac_…` of the automation service, `jm_live_…` or `jm_test_…` of the alias service. */
  apiKey?: string | undefined
  /** Of a signed-in person; see `signIn`. */
  token?: Token | undefined
  /**
   * A browser's cookie authenticates the requests, as at a server of your own that proxies them: neither key nor token
   * is sent.
   */
  usesCookie?: boolean | undefined
  /** The URL of the service, without `/api/v1`. By default that of `start` on this machine. */
  baseUrl?: string | URL | undefined
  /** For one attempt, including its response. 30,000 by default. */
  timeoutMs?: number | undefined
  /** How often a request is retried. 2 by default. */
  maxRetries?: number | undefined
  /** A service that asks to wait longer is not retried. 70,000 by default, because rate limits are per minute. */
  maxRetryWaitMs?: number | undefined
  /** Used instead of the global one. */
  fetch?: typeof globalThis.fetch | undefined
  /** Used instead of the system's. */
  clock?: Clock | undefined
}

/** Options of one call, which override the client's. */
export interface RequestOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /**
   * Where the service accepts a key, each call sends its own anyway, so that a retry after a lost response does
   * nothing twice. Pass one to get the same across calls, for 24 hours.
   */
  idempotencyKey?: string | undefined
}
