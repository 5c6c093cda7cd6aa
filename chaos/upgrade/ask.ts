export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

/** What became of requests that were made. */
export interface Counted {
  made: number
  /** Answered as they should be. */
  fine: number
  /** Answered 5xx. */
  failed: string[]
  /** Not answered, or not to the end. */
  broken: string[]
  /** Answered with another status than what they asked for has. */
  odd: string[]
}

export type Ask = (
  method: string,
  url: string,
  options: { headers?: Record<string, string>; body?: object; expect: number },
) => Promise<Answer | undefined>

const limitMs = 30_000

/** Asks, and counts what comes of it; undefined where that was not what is expected. */
export function createAsk(counted: Counted): Ask {
  return async (method, url, { headers, body, expect }) => {
    counted.made += 1
    const name = `${new Date().toISOString()} ${method} ${new URL(url).pathname}`
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limitMs),
      })
      const text = await response.text()
      if (response.status === expect) {
        counted.fine += 1
        const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
        return { status: expect, body: parsed, headers: response.headers }
      }
      const list = response.status >= 500 ? counted.failed : counted.odd
      list.push(`${name}: ${response.status} ${text.slice(0, 200)}`)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
      counted.broken.push(`${name}: ${error instanceof Error ? error.message : 'failed'} ${cause}`)
    }
    return undefined
  }
}
