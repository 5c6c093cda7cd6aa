import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from '@waypost/testing'

/** One URL that webhooks are sent to. */
export interface Hook {
  url: string
  /** What came in, byte for byte. */
  requests: { method: string; headers: IncomingHttpHeaders; body: Buffer }[]
  /** What it answers from now on; null: it hangs up. */
  answer(status: number | null): void
  /** The first request with that event, once there is one. */
  received(event: string): Promise<Hook['requests'][number]>
}

/** What the service reaches on its own: receivers of webhooks, and pages for its browser. */
export interface OutsideWorld {
  hook(): Hook
  /** A page with a price on it. */
  pageUrl: string
  /** A page of its own, which shows what it is told to. */
  changingPage(html: string): { url: string; show(html: string): void }
  /** A page, or a receiver, that never answers. */
  endlessUrl: string
  close(): Promise<void>
}

const page = '<!doctype html><title>Books</title><p class="price">12.50</p>'

/** Every service's envelope names its event. */
const eventOf = (body: Buffer) => (JSON.parse(body.toString()) as { event?: string }).event

/** @param publicHost the name or address under which the service reaches this machine */
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
          waitFor(
            `the webhook ${event}`,
            () => hook.requests.find(({ body }) => eventOf(body) === event),
            30_000,
          ),
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
