import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export interface Served {
  url: string
  close: () => Promise<void>
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Serves a folder on loopback; `pages` take precedence over its files. */
export async function serveDirectory(directory: string, pages: Record<string, string>): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback')
    const send = (content: Buffer | string) => {
      const type = CONTENT_TYPES[path.extname(pathname) || '.html'] ?? 'application/octet-stream'
      response.setHeader('Content-Type', type).end(content)
    }
    const page = pages[pathname]
    if (page !== undefined) send(page)
    // `new URL` has resolved every `..` in the path.
    else readFile(path.join(directory, pathname)).then(send, () => response.writeHead(404).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
