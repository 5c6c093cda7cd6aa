import type { App } from '@waypost/http'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** Imitates a browser: it keeps the cookie and sends the headers that tell which page makes a request. */
export interface TestBrowser {
  /** The stored cookie, as `name=value`. */
  cookie: string | undefined
  /** The cookie by which the browser is recognised, as `name=value`. */
  browserCookie: string | undefined
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  patch(url: string, payload: object): Promise<LightMyRequestResponse>
  delete(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** @param remoteAddress the browser's IP address */
export function openTestBrowser(app: App, remoteAddress = '198.51.100.1'): TestBrowser {
  const send = async (options: InjectOptions) => {
    const cookies = [browser.cookie, browser.browserCookie].filter((each) => each !== undefined)
    const answer = await app.inject({
      ...options,
      remoteAddress,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Test/1.0',
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        ...options.headers,
      },
    })
    for (const set of answer.cookies) {
      const written = set.maxAge === 0 ? undefined : `${set.name}=${set.value}`
      if (set.name.endsWith('-browser')) browser.browserCookie = written
      else browser.cookie = written
    }
    return answer
  }
  const browser: TestBrowser = {
    cookie: undefined,
    browserCookie: undefined,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, payload, headers = {}) => send({ method: 'POST', url, headers, ...(payload && { payload }) }),
    patch: (url, payload) => send({ method: 'PATCH', url, payload }),
    delete: (url, headers = {}) => send({ method: 'DELETE', url, headers }),
  }
  return browser
}
