import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = `<!doctype html><title>Harbour Books</title><h1>Harbour Books</h1>
<form><label>Title <input id="title"></label><button id="go" type="button">Search</button></form><ul></ul>
<script>
  document.querySelector('#go').addEventListener('click', () => {
    setTimeout(() => {
      const books = Array.from({ length: 10 }, (_, index) => '<li class="book">' + title.value + ' ' + index + '</li>')
      document.querySelector('ul').innerHTML = books.join('')
    }, 20)
  })
</script>`

/** A page that answers a search after 20 ms, like a script that requests its server. */
export async function startSite(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(page)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close: () => void server.close() }
}

/** The five steps in the service's format; `bare.ts` does the same with Playwright alone. */
export const actionsOn = (url: string) => [
  { name: 'open', type: 'navigate', url },
  { name: 'type', type: 'change', selectors: ['#title'], value: 'harbour' },
  { name: 'go', type: 'click', selectors: ['#go'] },
  { name: 'wait', type: 'waitForElement', selectors: ['.book'], count: 10, operator: '==' },
  { name: 'read', type: 'extractText', selectors: ['.book'], output: 'books', multiple: true },
]
