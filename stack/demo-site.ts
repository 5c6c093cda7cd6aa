import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const pages: Record<string, URL> = {
  '/': new URL('demo-site/index.html', import.meta.url),
  '/search.html': new URL('demo-site/search.html', import.meta.url),
  '/shelf.html': new URL('demo-site/shelf.html', import.meta.url),
  '/hand-in.html': new URL('demo-site/hand-in.html', import.meta.url),
}

const list = 'title;price\nThe Tide Tables;14.50\nA Field Guide to Fog;22.00\nKnots for the Patient;9.90\n'

/** The small bookshop that the demo's automation visits. */
export async function startDemoSite(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/books.csv') {
      response.setHeader('content-disposition', 'attachment; filename="books.csv"').end(list)
      return
    }
    const page = pages[pathname]
    if (!page) {
      response.writeHead(404).end()
      return
    }
    readFile(page).then(
      (html) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
