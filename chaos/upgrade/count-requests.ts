export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

/** The outcomes of requests. */
export interface RequestCounts {
  made: number
  /** Answered with the expected status. */
  fine: number
  /** Answered 5xx. */
  failed: string[]
  /** Without a complete answer. */
  broken: string[]
  /** Answered with another status below 500 than the expected one. */
  odd: string[]
}

export type SendRequest = (
  method: string,
  url: string,
  options: { headers?: Record<string, string>; body?: object; expect: number },
) => Promise<Answer | undefined>

const limitMs = 30_000

/** Makes a function that sends a request and counts its outcome; it returns undefined for any other than the expected one. */
export function countRequests(counted: RequestCounts): SendRequest {
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
