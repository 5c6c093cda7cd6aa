import { StringDecoder } from 'node:string_decoder'
import { errors, type Dispatcher } from 'undici'
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
  agent: Dispatcher,
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

const givenUp = new Error('The outcome is known')

// undici's `dispatch` with one timer takes three fifths of the CPU of its `request` with an AbortSignal.
function exchange(
  agent: Dispatcher,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  timeoutMs: number,
): Promise<Ending> {
  const target = URL.parse(url)
  if (target === null) return Promise.resolve(failure('network_error'))

  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    let status: number | null = null
    let decoder: StringDecoder | undefined
    let text = ''
    let read = 0
    let retryAfter: string | undefined

    const end = (ending: Ending) => {
      isOver = true
      clearTimeout(timer)
      resolve(ending)
    }
    // Ends with the request still in flight. It is aborted after undici's parser, which may be the caller, returns.
    const giveUp = (ending: Ending) => {
      end(ending)
      queueMicrotask(() => controller?.abort(givenUp))
    }
    // Postgres text holds any character but NUL.
    const answer = (): Ending => ({
      status,
      error: null,
      responseBody: text.replaceAll('\0', '\uFFFD'),
      ...(retryAfter !== undefined && { retryAfter }),
    })
    const timer = setTimeout(() => giveUp(failure('timeout')), timeoutMs)

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(own) {
        // The request waited too long for its connection. Thrown, and not aborted, because the connection is good.
        if (isOver) throw givenUp
        controller = own
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        // No other protocol was requested, and statuses below 100 do not exist.
        if (statusCode === 101 || statusCode < 100) giveUp(failure('invalid_response'))
        else if (statusCode >= 200) {
          status = statusCode
          retryAfter = [responseHeaders['retry-after']].flat()[0]
        }
      },
      onResponseData(_controller, chunk) {
        if (isOver) return
        if (read < keptBytes) {
          // Leaves out a character that the limit cuts in two.
          decoder ??= new StringDecoder('utf8')
          text += decoder.write(chunk.subarray(0, keptBytes - read))
        }
        read += chunk.length
        if (read >= readBytes) giveUp(answer())
      },
      onResponseEnd() {
        if (!isOver) end(answer())
      },
      onResponseError(_controller, error) {
        if (isOver) return
        const stands =
          status !== null && (!isSuccess(status) || error instanceof errors.ResponseExceededMaxSizeError)
        end(stands ? answer() : { ...failure(errorName(error)), ownFault: findOwnFault(error) })
      },
    }
    const { origin, pathname, search } = target
    const post = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers,
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    agent.dispatch(post, handler)
  })
}

function failure(error: string): Ending {
  return { status: null, error, responseBody: null }
}
