import { ConnectionError, TimeoutError } from './errors.ts'
import type { Operation } from './operation.ts'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, or text, bytes or a stream. */
  body: unknown
}

/**
 * One attempt: a response with any status, or the error.
 *
 * @throws the abort reason of `signal`
 */
export async function sendOnce(
  fetch: typeof globalThis.fetch,
  url: URL,
  request: { method: string; headers: Record<string, string>; body: string | undefined },
  {
    reads,
    timeoutMs,
    signal,
    urlHint,
  }: { reads: Operation['reads']; timeoutMs: number; signal: AbortSignal | undefined; urlHint: string },
): Promise<Answer | { failure: ConnectionError | TimeoutError }> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal!.reason)
  const late = new TimeoutError(`${request.method} ${url.pathname} was not answered within ${timeoutMs} ms`)
  const timer = setTimeout(() => controller.abort(late), timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  let isStreaming = false
  try {
    // A followed redirect would take the key to its target.
    const { body = null, ...rest } = request
    const response = await fetch(url, { ...rest, body, redirect: 'manual', signal: controller.signal })
    isStreaming = reads === 'stream' && response.ok
    return { status: response.status, headers: response.headers, body: await read(response, reads, urlHint) }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ConnectionError) return { failure: error }
    if (controller.signal.reason === late) return { failure: late }
    return {
      failure: new ConnectionError(`Could not reach ${url.origin}: ${explain(error)}${urlHint}`, {
        cause: error,
      }),
    }
  } finally {
    clearTimeout(timer)
    // A stream goes on, and can still be aborted.
    if (!isStreaming) signal?.removeEventListener('abort', abort)
  }
}

async function read(response: Response, reads: Operation['reads'], urlHint: string): Promise<unknown> {
  if (response.ok && reads === 'stream') return response.body
  if (response.ok && reads === 'bytes') return new Uint8Array(await response.arrayBuffer())
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own error would show part of the body. The body of a refusal may be a proxy's page.
    if (response.ok)
      throw new ConnectionError(`What ${new URL(response.url).origin} answered is no JSON${urlHint}`)
    return text
  }
}

function explain(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown }; message?: unknown }
  return typeof cause?.code === 'string' ? cause.code : String(message)
}
