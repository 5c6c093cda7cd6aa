import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FlappingSink {
  url: string
  /** The status of the answer to each request, by delivery id; 0 for a connection that was cut. */
  requests: Map<string, number[]>
  /** How it answers the next requests. */
  mode: 'answers' | 'fails' | 'cuts connections'
  cutAll(): void
  close(): Promise<void>
}

/** Starts a webhook receiver that answers 200, answers 500 or cuts the connection, as `mode` says. */
export async function startFlappingSink(): Promise<FlappingSink> {
  const requests: FlappingSink['requests'] = new Map()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const status = sink.mode === 'answers' ? 200 : sink.mode === 'fails' ? 500 : 0
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
    mode: 'answers',
    cutAll: () => server.closeAllConnections(),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return sink
}
