import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createDownloader, type DownloaderOptions } from './downloader.ts'
import { createEgressPolicy } from './policy.ts'
import { listenOnLoopback } from './testing/listen-on-loopback.ts'

/** A downloader, and a server with the answers of its paths. */
async function serve(routes: Record<string, RequestListener>, options: Partial<DownloaderOptions> = {}) {
  const asked: string[] = []
  const port = await listenOnLoopback(
    createServer((incoming, outgoing) => {
      asked.push(incoming.url!)
      outgoing.setHeader('content-type', 'image/png')
      routes[incoming.url!]!(incoming, outgoing)
    }),
  )
  const downloader = createDownloader({
    policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }),
    maxBytes: 100_000,
    timeoutMs: 60_000,
    maxRedirects: 2,
    headers: { 'user-agent': 'test' },
    accepts: (contentType) => contentType === 'image/png',
    ...options,
  })
  onTestFinished(downloader.close)
  const download = (path: string) => downloader.download(`http://127.0.0.1:${port}${path}`)
  const failure = async (path: string): Promise<unknown> =>
    download(path).then(
      () => undefined,
      ({ reason }: { reason: string }) => reason,
    )
  return { asked, port, download, failure }
}

const redirectTo =
  (location: string): RequestListener =>
  (_incoming, outgoing) =>
    outgoing.writeHead(302, { location }).end('elsewhere')

test('a file is downloaded over redirects, with the given headers and no others', async () => {
  let sent: Record<string, unknown> = {}
  const { download, port } = await serve({
    '/first': (_incoming, outgoing) =>
      outgoing.writeHead(301, { location: '/second', 'set-cookie': 'seen=1' }).end(),
    '/second': redirectTo('third?a=1#part'),
    '/third?a=1': ({ headers }, outgoing) => {
      sent = headers
      outgoing.end('the file')
    },
  })
  expect(String(await download('/first'))).toBe('the file')
  expect(sent).toEqual({ host: `127.0.0.1:${port}`, 'user-agent': 'test', connection: 'keep-alive' })
})

test('a redirect to an address or a scheme that is not allowed is not followed', async () => {
  const { failure } = await serve({
    '/private': redirectTo('http://127.0.0.2:9/'),
    '/metadata': redirectTo('http://169.254.169.254/latest'),
    '/file': redirectTo('file:///etc/passwd'),
    '/named': redirectTo('http://user:secret@127.0.0.1/'),
  })
  for (const path of ['/private', '/metadata', '/file', '/named'])
    expect(await failure(path)).toBe('blocked_address')
})

test('redirects end', async () => {
  const { failure, asked } = await serve({ '/': redirectTo('/') })
  expect(await failure('/')).toBe('redirects')
  expect(asked).toHaveLength(3)
})

test('a file is cut where it becomes too large, whatever length it says to have', async () => {
  let isCut = false
  const { failure } = await serve({
    '/said': (_incoming, outgoing) => outgoing.end(Buffer.alloc(100_001)),
    '/endless': (_incoming, outgoing) => {
      const write = (): void => {
        if (!outgoing.destroyed) outgoing.write(Buffer.alloc(10_000), () => setImmediate(write))
      }
      outgoing.on('close', () => (isCut = true))
      write()
    },
  })
  expect(await failure('/said')).toBe('too_large')
  expect(await failure('/endless')).toBe('too_large')
  await expect.poll(() => isCut).toBe(true)
})

test('a file of another type and an error page are refused', async () => {
  const { failure } = await serve({
    '/page': (_incoming, outgoing) => outgoing.setHeader('content-type', 'text/html').end('<p>'),
    '/none': (_incoming, outgoing) => outgoing.writeHead(404).end(),
  })
  expect(await failure('/page')).toBe('content_type')
  expect(await failure('/none')).toBe('status')
})

test('a server that does not answer, or does not end its answer, is left', async () => {
  const { failure } = await serve(
    { '/silent': () => {}, '/slow': (_incoming, outgoing) => outgoing.write('the') },
    { timeoutMs: 200 },
  )
  expect(await failure('/silent')).toBe('timeout')
  expect(await failure('/slow')).toBe('timeout')
})

test('a server that is not there is a failure of the network', async () => {
  const { failure } = await serve({ '/': ({ socket }) => socket.destroy() })
  expect(await failure('/')).toBe('network')
})
