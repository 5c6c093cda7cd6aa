import type { Clock } from './clock.ts'

/** A JWT, or where to get one: asked before each request, so it may be another one each time. */
export type Token = string | (() => string | Promise<string>)

export interface ClientOptions {
  /** `gfac_…` of the automation service, `jm_live_…` or `jm_test_…` of the alias service. */
  apiKey?: string | undefined
  /** Of a person who is signed in; see `signIn`. */
  token?: Token | undefined
  /**
   * Says that a browser's cookie tells who is asking, as it does to a server of one's own that passes requests on: no
   * key and no token is sent.
   */
  usesCookie?: boolean | undefined
  /** Where the service is, without `/api/v1`. By default where `start` puts it on this machine. */
  baseUrl?: string | URL | undefined
  /** For one attempt, its answer included. 30,000 by default. */
  timeoutMs?: number | undefined
  /** How often a request is made again. 2 by default. */
  maxRetries?: number | undefined
  /** A service that asks to wait longer is not asked again. 70,000 by default: limits are of a minute. */
  maxRetryWaitMs?: number | undefined
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch | undefined
  /** In place of the system's. */
  clock?: Clock | undefined
}

/** For one call, in place of what the client was made with. */
export interface RequestOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /**
   * Where the service takes one, a call has a key of its own anyway, so that an attempt after a lost answer does
   * nothing twice. Give one to make this true across calls, for 24 hours.
   */
  idempotencyKey?: string | undefined
}
