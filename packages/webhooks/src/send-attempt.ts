import { StringDecoder } from 'node:string_decoder'
import type { Connection, Exchange } from './client/connection.ts'
import type { Agent } from './client/create-agent.ts'
import type { ResponseHead } from './client/parse-head.ts'
import type { Pool } from './client/pool.ts'
import { headerLines, requestText } from './client/request-text.ts'
import { ResponseTooLongError } from './client/response-errors.ts'
import { parseTarget } from './client/target.ts'
import { errorName } from './error-name.ts'
import { findOwnFault, type OwnFault } from './own-fault.ts'

/** The outcome of one attempt. Exactly one of `status` and `error` is set. */
export interface AttemptOutcome {
  succeeded: boolean
  status: number | null
  /**
   * Why there is no status:
   * - `timeout`: no connection, or no complete response, in time
   * - `blocked_address`: the egress policy forbids every address of the host, or the port
   * - `dns_error`: the host's name could not be resolved
   * - `connection_refused`, `unreachable`: no connection could be opened
   * - `tls_error`: an invalid certificate, or no TLS at all
   * - `connection_reset`: the connection ended before the response did
   * - `invalid_response`: the response was not HTTP/1, or far too large
   * - `network_error`: anything else
   */
  error: string | null
  /** Until the outcome was known, rounded. */
  durationMs: number
  /** The first 1 KB of the response, as text that Postgres can hold. */
  responseBody: string | null
  /** The header `Retry-After` of the response, as it was sent. */
  retryAfter?: string | undefined
  /** Why nothing was sent, where the receiver has no part in it. */
  ownFault?: OwnFault | undefined
}

/** For the whole attempt, from the name's resolution to the last byte of the response. */
export const attemptTimeoutMs = 10_000

const keptBytes = 1024
// A longer body tells nothing more: the rest of it, and the connection, are dropped.
const readBytes = 64 * 1024

type Ending = Pick<AttemptOutcome, 'status' | 'error' | 'responseBody' | 'retryAfter' | 'ownFault'>

/**
 * POSTs `body` once and returns the outcome; never throws. An attempt succeeds if a complete response with a 2xx
 * status arrives in time; at most 64 KB of its body are read. Any other status is recorded even if the rest of the
 * response is lost. Redirects are not followed, and compression is neither requested nor decoded.
 *
 * One attempt is one request: when a kept connection turns out dead, nobody can tell whether the receiver saw the
 * request, and a second request would be missing in the log.
 *
 * @param agent of `createAgent`, which decides the addresses that may be reached and the size of responses
 */
export async function sendAttempt(
  agent: Agent,
  {
    url,
    headers,
    body,
    timeoutMs = attemptTimeoutMs,
  }: { url: string; headers: Record<string, string>; body: string; timeoutMs?: number },
): Promise<AttemptOutcome> {
  const startedAt = performance.now()
  const ending = await exchange(agent, { url, headers, body }, timeoutMs)
  const succeeded = ending.status !== null && isSuccess(ending.status)
  return { ...ending, succeeded, durationMs: Math.round(performance.now() - startedAt) }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function exchange(
  agent: Agent,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  timeoutMs: number,
): Promise<Ending> {
  const target = parseTarget(url)
  const lines = headerLines(headers)
  if (target === undefined || lines === undefined) return Promise.resolve(failure('network_error'))
  const pool = agent.poolOf(target)
  const request = requestText(target, { headerLines: lines, body, isKept: pool.isKept })
  return new Promise((resolve) => pool.send(new Attempt(request, { pool, timeoutMs, resolve })))
}

/** One request, until its outcome is known. A class: with functions of its own, a delivery would allocate 800 bytes more. */
class Attempt implements Exchange {
  readonly request: string
  connection?: Connection
  readonly #pool: Pool
  readonly #resolve: (ending: Ending) => void
  readonly #timer: NodeJS.Timeout
  #isOver = false
  #status: number | null = null
  #retryAfter: string | undefined
  #decoder: StringDecoder | undefined
  #text = ''
  #read = 0

  constructor(
    request: string,
    { pool, timeoutMs, resolve }: { pool: Pool; timeoutMs: number; resolve: (ending: Ending) => void },
  ) {
    this.request = request
    this.#pool = pool
    this.#resolve = resolve
    this.#timer = setTimeout(giveUp, timeoutMs, this)
  }

  onHead({ status, retryAfter }: ResponseHead): void {
    this.#status = status
    this.#retryAfter = retryAfter
  }

  onData(chunk: Buffer): void {
    if (this.#isOver) return
    if (this.#read < keptBytes) {
      // Leaves out a character that the limit cuts in two.
      this.#decoder ??= new StringDecoder('utf8')
      this.#text += this.#decoder.write(chunk.subarray(0, keptBytes - this.#read))
    }
    this.#read += chunk.length
    if (this.#read < readBytes) return
    this.#end(this.#answer())
    // Not before the chunk has been read, which may hold the end of the response.
    queueMicrotask(() => this.#pool.abort(this))
  }

  onEnd(): void {
    this.#end(this.#answer())
  }

  onError(error: unknown): void {
    const isKnown = this.#status !== null
    const stands = isKnown && (!isSuccess(this.#status!) || error instanceof ResponseTooLongError)
    this.#end(stands ? this.#answer() : { ...failure(errorName(error)), ownFault: findOwnFault(error) })
  }

  timeOut(): void {
    this.#end(failure('timeout'))
    this.#pool.abort(this)
  }

  #answer(): Ending {
    // Postgres text holds any character but NUL.
    const responseBody = this.#text.replaceAll('\0', '\uFFFD')
    const ending = { status: this.#status, error: null, responseBody }
    return this.#retryAfter === undefined ? ending : { ...ending, retryAfter: this.#retryAfter }
  }

  #end(ending: Ending): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#resolve(ending)
  }
}

const giveUp = (attempt: Attempt): void => attempt.timeOut()

function failure(error: string): Ending {
  return { status: null, error, responseBody: null }
}
