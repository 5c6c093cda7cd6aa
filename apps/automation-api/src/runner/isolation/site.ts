import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Destination, Vector } from './vector.ts'

export interface Site {
  port: number
  /** Serves the vector's page, which tries to reach this host and port; returns its URL. */
  publish: (vector: Vector, host: string, port: number) => string
  /** Whether this URL was requested. */
  wasAskedFor: (url: string) => boolean
  close: () => void
}

interface Document {
  body: string
  headers: Record<string, string>
}

/** The server that pages may reach. */
export async function startSite(address: string): Promise<Site> {
  const documents = new Map<string, Document>()
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    asked.add(url.pathname)
    const to = url.searchParams.get('to')
    const document = documents.get(url.pathname)
    if (to !== null) response.writeHead(Number(url.searchParams.get('status')), { Location: to }).end()
    else if (document) response.writeHead(200, document.headers).end(document.body)
    else response.writeHead(404).end()
  })
  await once(server.listen(0, address), 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  const origin = `http://${address}:${ownPort}`

  return {
    port: ownPort,
    publish(vector, host, port) {
      const path = `/${documents.size}/`
      const to: Destination = {
        origin: `http://${host}:${port}`,
        host,
        port,
        redirectTo: (url, status = 302) => `${origin}/?to=${encodeURIComponent(url)}&status=${status}`,
      }
      const body = `<!doctype html><meta charset="utf-8"><title>page</title>${vector.page(to)}`
      documents.set(path, { body, headers: { 'Content-Type': 'text/html', ...vector.headers?.(to) } })
      for (const [name, text] of Object.entries(vector.files?.(to) ?? {})) {
        const type = name.endsWith('.js') ? 'text/javascript' : 'text/html'
        documents.set(path + name, { body: text, headers: { 'Content-Type': type } })
      }
      return origin + path
    },
    wasAskedFor: (url) => asked.has(new URL(url).pathname),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
