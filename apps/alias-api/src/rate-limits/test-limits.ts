import type { App } from '@waypost/http'

/** Low enough for a test to reach. */
export const limits = { perAccount: 20, perPerson: 30, perClient: 10 }

export interface LimitedResponse {
  status: number
  limit: number
  remaining: number
  reset: number
  retryAfter: number | undefined
  body: unknown
}

export interface Request {
  url?: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT'
  payload?: object | string
  remoteAddress?: string
}

/** For tests: sends a request and returns its rate limit headers. */
export async function ask(request: Request, app: App): Promise<LimitedResponse> {
  const response = await app.inject({ url: '/api/v1/account', ...request })
  const number = (name: string) => Number(response.headers[name] ?? Number.NaN)
  return {
    status: response.statusCode,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: response.headers['retry-after'] === undefined ? undefined : number('retry-after'),
    body: response.json(),
  }
}
