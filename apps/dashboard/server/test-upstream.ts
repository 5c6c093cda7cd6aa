import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface UpstreamCall {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface TestUpstream {
  url: URL
  /** The received requests, in order. */
  calls: UpstreamCall[]
  /** Sets the responses from now on; unknown paths are 404. */
  routes: Map<string, (request: IncomingMessage, response: ServerResponse) => void>
  close(): Promise<void>
}

/** Starts a service on loopback that records its requests. */
export async function startTestUpstream(): Promise<TestUpstream> {
  const calls: UpstreamCall[] = []
  const routes: TestUpstream['routes'] = new Map()
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => calls.push({ method, path: url, headers, body }))
    const [path] = url.split('?')
    const route = routes.get(`${method} ${path}`) ?? routes.get(`${method} *`)
    if (route) route(request, response)
    else answerJson(response, 404, { message: 'no such route' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    calls,
    routes,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function answerJson(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

/** Creates and deletes keys as the automation service does. */
export function serveApiKeys({ routes, url }: TestUpstream): { live: Set<string> } {
  const live = new Set<string>()
  let made = 0
  routes.set('POST /api-keys', (_request, response) => {
    const id = `key-${url.port}-${++made}`
    live.add(id)
    answerJson(response, 201, { apiKey: { _id: id }, rawKey: `gfac_${id}` })
  })
  routes.set('DELETE *', ({ url: path = '' }, response) => {
    const wasLive = live.delete(path.replace('/api-keys/', ''))
    if (wasLive) response.writeHead(204).end()
    else answerJson(response, 404, { message: 'API Key not found or unauthorized' })
  })
  return { live }
}
