interface Asked {
  method: string
  /** A path on the dashboard's own origin: `/alias/api/v1/addresses`. */
  path: string
  query: Record<string, string>
  body: unknown
  /** `If-Match`; absent: the request has none. */
  ifMatch?: string
}

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

type Answer = Reply | ((asked: Asked) => Reply | Promise<Reply>)

const answers = new Map<string, Answer>()
const requests: Asked[] = []
const unanswered: string[] = []

/** A JSON response of a service; without a body, 204. */
export const ok = (body?: unknown, headers: Record<string, string> = {}): Reply => ({
  status: body === undefined ? 204 : 200,
  body,
  headers,
})

/** A page of a list that has further pages. */
export const withNext = (body: unknown, next: string): Reply => ok(body, { link: `<${next}>; rel="next"` })

export const refusal = (status: number, body: unknown): Reply => ({ status, body })

/** The automation service's response to invalid input. */
export const issue = (property: string, message: string): Reply =>
  refusal(400, [{ property, constraints: { isInvalid: message }, receivedValue: null }])

/** The response of the dashboard's server when a service is down. */
export const silent = refusal(502, {
  statusCode: 502,
  message: 'The service did not answer',
  error: 'Bad Gateway',
})

/** A response that never arrives. */
export const pending = (): Promise<Reply> => new Promise(() => {})

/**
 * Sets the responses from now on, by `GET /alias/api/v1/addresses` or with a wildcard part:
 * `DELETE /alias/api/v1/addresses/:id`.
 */
export function answer(given: Record<string, Answer>): void {
  for (const [route, reply] of Object.entries(given)) answers.set(route, reply)
}

/** The requests to a route, in order. */
export const askedOf = (route: string): Asked[] => requests.filter((asked) => matches(route, asked))

/** @returns the requests for which the test set no response */
export function endServices(): string[] {
  answers.clear()
  requests.length = 0
  return unanswered.splice(0)
}

/** Replaces the browser's `fetch` in tests. */
export async function answerFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  const ifMatch = new Headers(init.headers).get('if-match')
  const asked: Asked = {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    ...(ifMatch !== null && { ifMatch }),
  }
  requests.push(asked)
  const found = [...answers].toReversed().find(([route]) => matches(route, asked))
  if (!found) {
    unanswered.push(`${asked.method} ${asked.path}`)
    return Response.json({ message: 'Nobody answers that in this test' }, { status: 404 })
  }
  const reply = typeof found[1] === 'function' ? await found[1](asked) : found[1]
  const { status, body, headers = {} } = reply
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

function matches(route: string, { method, path }: Asked): boolean {
  const [wanted, template = ''] = route.split(' ')
  const parts = template.split('/')
  const given = path.split('/')
  return (
    wanted === method &&
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
