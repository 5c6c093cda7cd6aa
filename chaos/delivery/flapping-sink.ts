import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FlappingSink {
  url: string
  /** Every request that came in, by delivery id: what it was answered with, 0 for a connection that was cut. */
  requests: Map<string, number[]>
  /** What it does with the next requests. */
  mood: 'answers' | 'fails' | 'cuts connections'
  cutAll(): void
  close(): Promise<void>
}

/** A receiver that now and then fails, or hangs up on whoever calls. */
export async function startFlappingSink(): Promise<FlappingSink> {
  const requests: FlappingSink['requests'] = new Map()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const status = sink.mood === 'answers' ? 200 : sink.mood === 'fails' ? 500 : 0
      const id = String(request.headers['x-service-delivery'])
      requests.set(id, [...(requests.get(id) ?? []), status])
      if (status === 0) request.socket.destroy()
      else response.writeHead(status, { 'content-length': 0 }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sink: FlappingSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    mood: 'answers',
    cutAll: () => server.closeAllConnections(),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return sink
}
