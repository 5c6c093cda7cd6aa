import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from '@waypost/testing'

/** A receiver of webhooks. */
export interface Hook {
  url: string
  /** The requests received, byte for byte. */
  requests: { method: string; headers: IncomingHttpHeaders; body: Buffer }[]
  /** Sets the status of its answers from now on; null: it closes the connection instead. */
  answer(status: number | null): void
  /** Waits for the first request with that event. */
  received(event: string): Promise<Hook['requests'][number]>
}

/** What the service connects to: receivers of webhooks, and pages for its browser. */
export interface OutsideWorld {
  hook(): Hook
  /** A page with a price on it. */
  pageUrl: string
  /** A new page whose content can be changed. */
  changingPage(html: string): { url: string; show(html: string): void }
  /** A URL that never answers. */
  endlessUrl: string
  close(): Promise<void>
}

const page = '<!doctype html><title>Books</title><p class="price">12.50</p>'

/** The event that an envelope of either service names. */
const eventOf = (body: Buffer) => (JSON.parse(body.toString()) as { event?: string }).event

/** @param publicHost - The name or address under which the service reaches this machine. */
export async function startOutsideWorld(publicHost = '127.0.0.1'): Promise<OutsideWorld> {
  const changing: string[] = []
  const hooks: (Hook & { status: number | null })[] = []
  const server = createServer((request, response) => {
    const hook = hooks.find(({ url }) => URL.parse(url)?.pathname === request.url)
    if (!hook) {
      const shown =
        request.url === '/page' ? page : changing[Number(/^\/changing\/(\d+)$/.exec(request.url!)?.[1])]
      if (shown !== undefined) response.setHeader('content-type', 'text/html').end(shown)
      else if (request.url !== '/endless') response.writeHead(404).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', headers } = request
      hook.requests.push({ method, headers, body: Buffer.concat(chunks) })
      if (hook.status === null) response.destroy()
      else response.writeHead(hook.status, { location: hook.url }).end()
    })
  })
  server.listen(0, publicHost === '127.0.0.1' ? '127.0.0.1' : '0.0.0.0')
  await once(server, 'listening')
  const origin = `http://${publicHost}:${(server.address() as AddressInfo).port}`

  return {
    pageUrl: `${origin}/page`,
    endlessUrl: `${origin}/endless`,
    changingPage(html) {
      const index = changing.push(html) - 1
      return { url: `${origin}/changing/${index}`, show: (next) => void (changing[index] = next) }
    },
    hook() {
      const hook: Hook & { status: number | null } = {
        url: `${origin}/hooks/${hooks.length}`,
        requests: [],
        status: 200,
        answer: (status) => (hook.status = status),
        received: (event) =>
          waitFor(`the webhook ${event}`, () => hook.requests.find(({ body }) => eventOf(body) === event)),
      }
      hooks.push(hook)
      return hook
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
