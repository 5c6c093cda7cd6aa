import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const names = ['index', 'search', 'shelf', 'hand-in', 'office', 'terms', 'code']
const pages = new Map(
  names.map((name) => [
    name === 'index' ? '/' : `/${name}.html`,
    new URL(`demo-site/${name}.html`, import.meta.url),
  ]),
)

const list = 'title;price\nThe Tide Tables;14.50\nA Field Guide to Fog;22.00\nKnots for the Patient;9.90\n'

/**
 * The small bookshop that the demo's automations visit.
 *
 * @param mailCode mails the code with which somebody signs in; without it nobody can
 */
export async function startDemoSite(
  mailCode?: (address: string, code: string) => Promise<void>,
): Promise<{ url: string; close(): Promise<void> }> {
  let expected: string | undefined
  const read = async ({ pathname, searchParams }: URL): Promise<string | Buffer | undefined> => {
    if (pathname === '/code.html') {
      expected = String(Math.floor(100_000 + Math.random() * 900_000))
      await mailCode?.(searchParams.get('email') ?? '', expected)
    }
    if (pathname === '/welcome.html') {
      const isRight = expected !== undefined && searchParams.get('code') === expected
      expected = undefined
      return isRight ? '<h1>Welcome back</h1>' : '<h1>Wrong code</h1>'
    }
    const page = pages.get(pathname)
    return page && readFile(page)
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/books.csv') {
      response.setHeader('content-disposition', 'attachment; filename="books.csv"').end(list)
      return
    }
    read(url).then(
      (html) => {
        if (html === undefined) response.writeHead(404).end()
        else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      },
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
