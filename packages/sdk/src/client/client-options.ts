import type { Clock } from './clock.ts'

/** A JWT, or a function that returns one, called before each request, so that the token can change. */
export type Token = string | (() => string | Promise<string>)

export interface ClientOptions {
  /**
   * `gfac_…` of the automation service, `jm_live_…` or `jm_test_…` of the alias service. Without any credential the key
   * is read from the environment: `WAYPOST_AUTOMATION_API_KEY` or `WAYPOST_ALIAS_API_KEY`, else `WAYPOST_API_KEY`.
   */
  apiKey?: string | undefined
  /** Of a signed-in person; see `signIn`. */
  token?: Token | undefined
  /**
   * A browser's cookie authenticates the requests, as at a server of your own that proxies them: neither key nor token
   * is sent.
   */
  usesCookie?: boolean | undefined
  /**
   * The URL of the service, without `/api/v1`. By default `WAYPOST_AUTOMATION_URL` or `WAYPOST_ALIAS_URL` of the
   * environment, else that of `start` on this machine.
   */
  baseUrl?: string | URL | undefined
  /**
   * For one attempt, including its response. 30,000 by default. A body takes a second more for each 64 KiB, unless a call sets
   * its own.
   */
  timeoutMs?: number | undefined
  /** How often a request is retried. 2 by default. */
  maxRetries?: number | undefined
  /** A service that asks to wait longer is not retried. 70,000 by default, because rate limits are per minute. */
  maxRetryWaitMs?: number | undefined
  /** Called with every response, also one that is retried or becomes an error. */
  onResponse?: ((response: ResponseInfo) => void) | undefined
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
  onResponse?: ((response: ResponseInfo) => void) | undefined
}

/** What a response says beside its body. */
export interface ResponseInfo {
  method: string
  url: string
  status: number
  headers: Headers
  /** The id of the request in the service's log. */
  requestId: string | undefined
  /** From 1; higher for a retry. */
  attempt: number
}
