// Of these the next attempt may succeed: a limit that resets, a service or a proxy that fails for a moment.
const retried = new Set([429, 500, 502, 503, 504])

/**
 * How long to wait before a retry; undefined where a retry is of no use.
 *
 * @param answer undefined where there was none: the connection failed
 *
 * @param failures how many attempts have failed, including this one
 *
 * @param now milliseconds since the Unix epoch
 */
export function retryDelayMs(
  answer: { status: number; headers: Headers } | undefined,
  failures: number,
  now: number,
): number | undefined {
  if (answer && !retried.has(answer.status)) return undefined
  // Doubled each time, with jitter over its upper half, so that clients that failed together do not retry together.
  const backOffMs = Math.min(8000, 500 * 2 ** (failures - 1)) * (1 - Math.random() / 2)
  const told = answer && readDelay(answer.status, answer.headers, now)
  return told === undefined ? backOffMs : told + backOffMs / 10
}

/**
 * The delay of `Retry-After`, in seconds or as a date, or else of `X-RateLimit-Reset`, the second at which a limit
 * ends.
 */
function readDelay(status: number, headers: Headers, now: number): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null && /^\d+$/.test(after)) return Number(after) * 1000
  const date = Date.parse(after ?? '')
  if (!Number.isNaN(date)) return Math.max(0, date - now)
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  return status === 429 && !Number.isNaN(reset) ? Math.max(0, reset * 1000 - now) : undefined
}
