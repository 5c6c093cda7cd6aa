import type { App } from '@waypost/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from './choose-encoding.ts'
import type { Pages } from './create-pages.ts'
import type { PageFile } from './page-file.ts'
import { pagePolicy } from './page-policy.ts'

// Paths of the server's own routes: an unknown path below them is a 404, not a page of the app.
const servers = /^\/(alias|auth|automation|demo|dev|mail-frames|\.well-known)(\/|$)/
const hashed = /^\/assets\//

export const notBuilt =
  'The pages of the dashboard are not built. Build them: npx --yes pnpm@12 --filter @waypost/dashboard-web build'

/** Serves the app's files, and its document for every path that the app routes itself. */
export function pageRoutes(app: App, pages: Pages): void {
  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    const file = await pages.find(path)
    if (file && path !== '/index.html') {
      const cacheControl = hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
      return sendFile(request, reply.header('cache-control', cacheControl), file)
    }
    if (!isPage(request, path)) return reply.callNotFound()
    const document = await pages.findIndex()
    if (!document) return reply.code(503).type('text/plain; charset=utf-8').send(`${notBuilt}\n`)
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy,
      // Set only here: browsers reject it together with the sandbox of other responses.
      'cross-origin-opener-policy': 'same-origin',
    })
    return sendFile(request, reply, document)
  })
}

function isPage({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/' || path === '/index.html') return true
  const isFile = /\.\w+$/.test(path)
  return !isFile && !servers.test(path) && (headers.accept ?? '').includes('text/html')
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const { content, type, encoded, etag } = file
  reply.headers({ etag, vary: 'accept-encoding' })
  if (headers['if-none-match']?.split(',').some((each) => each.trim() === etag)) return reply.code(304).send()
  const encoding = chooseEncoding(headers['accept-encoding'], encoded)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send((encoding && encoded[encoding]) ?? content)
}
