import { setTimeout } from 'node:timers/promises'

export interface Answer<Body> {
  status: number
  headers: Headers
  /** The parsed JSON, or the text of another content type. */
  body: Body
}

type Fields = Record<string, unknown>

/** Calls a service over HTTP with the same credentials each time. */
export interface Client {
  /** The headers that every request has. */
  credentials: Record<string, string>
  get<Body = Fields>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>
  post<Body = Fields>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>
  patch<Body = Fields>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>
  delete<Body = Fields>(path: string): Promise<Answer<Body>>
  /** Sends any request; a string is sent as it is, any other body as JSON. */
  request<Body = Fields>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer<Body>>
}

/** @param isPatient - Repeats a request that was refused with 429 once its `Retry-After` has passed. */
export function createClient(
  baseUrl: string,
  credentials: Record<string, string> = {},
  { isPatient = false }: { isPatient?: boolean } = {},
): Client {
  const request: Client['request'] = async <Body>(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<Body>> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...credentials,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    if (isPatient && response.status === 429) {
      await setTimeout((Number(response.headers.get('retry-after')) + 1) * 1000)
      return request(method, path, { body, headers })
    }
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    }
  }
  return {
    credentials,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
    delete: (path) => request('DELETE', path),
  }
}
