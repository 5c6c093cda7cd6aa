import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PageServer = { url: string; requests: string[]; close: () => Promise<void> }

/**
 * For tests: serves each path's HTML, or its listener's response, on loopback, and records the requested paths.
 *
 * @param host the address to listen on
 */
export async function startPageServer(
  pages: Record<string, string | RequestListener>,
  host = '127.0.0.1',
): Promise<PageServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    requests.push(pathname)
    const page = pages[pathname]
    if (typeof page === 'function') page(request, response)
    else if (page === undefined) response.writeHead(404).end()
    else response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  })
  await once(server.listen(0, host), 'listening')
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
