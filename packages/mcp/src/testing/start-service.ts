import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A service on loopback that answers by method and path, and remembers what it was asked. */
export async function startService(answers: Map<string, () => { status: number; body: unknown }>): Promise<{
  url: string
  asked: Asked[]
  close(): Promise<void>
}> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const method = request.method!
      const path = request.url!.split('?')[0]!
      asked.push({ method, path, headers: request.headers, body })
      const missing = { status: 404, body: { statusCode: 404, message: `no ${path}`, error: 'Not Found' } }
      const answer = answers.get(`${method} ${path}`)?.() ?? missing
      const isFile = Buffer.isBuffer(answer.body)
      response.writeHead(answer.status, {
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      })
      response.end(isFile ? answer.body : JSON.stringify(answer.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
