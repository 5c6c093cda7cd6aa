import { buildUrl, readBaseUrl } from './build-url.ts'
import type { CompleteOptions } from './apply-defaults.ts'
import type { RequestOptions } from './client-options.ts'
import { systemClock, type Clock } from './clock.ts'
import { createApiError, requestIdOf, WaypostError } from './errors.ts'
import { createList, type List, type PageContent } from './list.ts'
import type { AnswerOf, InputOf, Operation, OperationInput } from './operation.ts'
import { retryDelayMs } from './retry-delay.ts'
import { sendOnce, type Answer } from './send-once.ts'

// What the services take the body of a large request at.
const slowestBytesPerSecond = 64 * 1024

/** Returns the headers that authenticate a request. */
export type Authorize = (credential: Operation['credential']) => Promise<Record<string, string>>

/** What resources are built from. */
export interface Client<Operations> {
  /** Calls an operation, and retries it where that is safe and useful. */
  call<Name extends keyof Operations & string>(
    name: Name,
    input: InputOf<Operations, Name>,
    options?: RequestOptions & { ifVersion?: number | undefined },
  ): Promise<AnswerOf<Operations, Name>>
  /**
   * A list that is paged by `Link`.
   *
   * @param read the items in the body of a page
   */
  list<Name extends keyof Operations & string, Item>(
    name: Name,
    input: InputOf<Operations, Name>,
    read: (body: AnswerOf<Operations, Name>) => PageContent<Item>,
    options?: RequestOptions,
  ): List<Item>
  clock: Clock
}

/**
 * @param operations the generated operations of the service
 *
 * @param authorize returns the headers that authenticate a request
 */
export function createClient<Operations>(
  operations: Record<keyof Operations, Operation>,
  authorize: Authorize,
  { baseUrl, urlHint, clock = systemClock, ...defaults }: CompleteOptions,
): Client<Operations> {
  const base = readBaseUrl(baseUrl)
  const { fetch = globalThis.fetch, maxRetryWaitMs = 70_000 } = defaults

  const send = async (
    operation: Operation,
    input: OperationInput,
    options: RequestOptions & { ifVersion?: number | undefined } = {},
  ): Promise<Answer> => {
    const { signal, onResponse = defaults.onResponse } = options
    const maxRetries = options.maxRetries ?? defaults.maxRetries ?? 2
    const url = buildUrl(base, operation.path, input)
    // Without retries, the service would store a key for nothing.
    const ownKey = maxRetries > 0 ? crypto.randomUUID() : undefined
    const key = operation.isIdempotent ? (options.idempotencyKey ?? ownKey) : undefined
    const headers = {
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.ifVersion !== undefined && { 'if-match': `"${options.ifVersion}"` }),
    }
    const body = input.body === undefined ? undefined : JSON.stringify(input.body)
    const sendingMs = Math.floor((body?.length ?? 0) / slowestBytesPerSecond) * 1000
    const timeoutMs = options.timeoutMs ?? (defaults.timeoutMs ?? 30_000) + sendingMs
    const isRepeatable = operation.method === 'GET' || key !== undefined

    for (let failures = 1; ; failures++) {
      signal?.throwIfAborted()
      const credential = await authorize(operation.credential)
      const request = { method: operation.method, headers: { ...headers, ...credential }, body }
      const { reads, method } = operation
      const result = await sendOnce(fetch, url, request, { reads, timeoutMs, signal, urlHint })
      const answer = 'body' in result ? result : undefined
      if (answer) {
        const { status, headers: answered } = answer
        const requestId = requestIdOf(answered)
        onResponse?.({ method, url: url.href, status, headers: answered, requestId, attempt: failures })
        if (status < 300 && status >= 200) return answer
      }
      const delayMs =
        isRepeatable && failures <= maxRetries ? retryDelayMs(answer, failures, clock.now()) : undefined
      if (delayMs === undefined || delayMs > maxRetryWaitMs)
        throw 'body' in result ? createApiError(result.status, result.body, result.headers) : result.failure
      await clock.wait(delayMs, signal)
    }
  }

  const find = (name: string): Operation => (operations as Record<string, Operation>)[name]!
  return {
    clock,
    async call(name, input, options) {
      const { body } = await send(find(name), input, options)
      return body as never
    },
    list: (name, input, read, options) =>
      createList(input as OperationInput, async (page) => {
        const { body, headers } = await send(find(name), page, options)
        return { content: read(body as never), headers }
      }),
  }
}

/** @throws WaypostError for a value that cannot be a header: `fetch` would show it in its own error */
export function checkCredential(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value
  if (value === '') throw new WaypostError(`${name} is empty`)
  throw new WaypostError(`${name} has characters that no credential has`)
}
