import type { App } from '@waypost/http'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** Imitates a browser: it keeps the cookie and sends the headers that tell which page makes a request. */
export interface TestBrowser {
  /** The stored cookie, as `name=value`. */
  cookie: string | undefined
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  delete(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** @param remoteAddress the browser's IP address */
export function openTestBrowser(app: App, remoteAddress = '198.51.100.1'): TestBrowser {
  const send = async (options: InjectOptions) => {
    const answer = await app.inject({
      ...options,
      remoteAddress,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Test/1.0',
        ...(browser.cookie !== undefined && { cookie: browser.cookie }),
        ...options.headers,
      },
    })
    const [set] = answer.cookies
    if (set) browser.cookie = set.maxAge === 0 ? undefined : `${set.name}=${set.value}`
    return answer
  }
  const browser: TestBrowser = {
    cookie: undefined,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, payload, headers = {}) => send({ method: 'POST', url, headers, ...(payload && { payload }) }),
    delete: (url, headers = {}) => send({ method: 'DELETE', url, headers }),
  }
  return browser
}
