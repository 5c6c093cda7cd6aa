import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import { chooseEncoding } from './choose-encoding.ts'

const document =
  '<!doctype html><title>Waypost</title><script type="module" src="/assets/index-1.js"></script>'
const script = `console.log(${JSON.stringify('again and '.repeat(300))})`
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let parent: string
let directory: string
let dashboard: TestDashboard
let unbuilt: TestDashboard
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'waypost-pages-'))
  directory = path.join(parent, 'pages')
  await mkdir(path.join(directory, 'assets'), { recursive: true })
  await writeFile(path.join(directory, 'index.html'), document)
  await writeFile(path.join(directory, 'assets/index-1.js'), script)
  await writeFile(path.join(directory, 'assets/made-2.js'), script)
  await writeFile(path.join(directory, 'assets/made-2.js.br'), brotliCompressSync('by the build'))
  await writeFile(path.join(directory, 'icon.svg'), '<svg/>')
  await writeFile(path.join(parent, 'secret.txt'), 'secret')
  dashboard = await createTestDashboard({ pagesDirectory: directory })
  unbuilt = await createTestDashboard({ beside: dashboard })
})
afterAll(async () => {
  await Promise.all([dashboard.close(), unbuilt.close()])
  await rm(parent, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => dashboard.app.inject({ url, headers })

describe('the document of the app', () => {
  test.each(['/', '/sign-in', '/automations/0197-x/runs?tab=steps', '/index.html', '/confirm-email'])(
    'is served at %s',
    async (url) => {
      const answer = await get(url, html)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      })
      expect(answer.body).toBe(document)
    },
  )

  test.each([
    ['/auth/nothing', html],
    ['/automation', html],
    ['/.well-known/security', html],
    ['/assets/index-0.js', html],
    ['/missing.png', html],
    ['/automations', { accept: 'application/json' }],
  ])('is not served at %s with %o', async (url, headers) => {
    const answer = await get(url, headers)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: `Cannot GET ${url}` })
  })

  test('allows nothing inline, nothing from other origins, and no framing', async () => {
    const { headers } = await get('/', html)
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive): [string, string] => {
          const [name, ...sources] = directive.split(' ')
          return [name!, sources.join(' ')]
        }),
    )
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    })
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000',
    })
  })

  test('is downloaded again only when it has changed', async () => {
    const { headers } = await get('/', html)
    const again = await get('/', { ...html, 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get('/', { ...html, 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
  })

  test('is replaced with one clear line if the app is not built', async () => {
    const answer = await unbuilt.app.inject({ url: '/', headers: html })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toMatch(/^The pages of the dashboard are not built\. .*\n$/)
  })
})

describe('a file of the app', () => {
  test('is cached for a year if its name has a hash, and revalidated otherwise', async () => {
    const asset = await get('/assets/index-1.js')
    expect(asset.body).toBe(script)
    expect(asset.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const icon = await get('/icon.svg')
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
  })

  test('has no headers that only a document needs, and cannot be taken for one', async () => {
    for (const url of ['/assets/index-1.js', '/icon.svg']) {
      const { headers } = await get(url)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers).toHaveProperty('strict-transport-security')
      const isDocument = url.endsWith('.svg')
      for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
        expect(name in headers, `${url} ${name}`).toBe(isDocument)
    }
  })

  test('is compressed for clients that accept it', async () => {
    const br = await get('/assets/index-1.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
    const gzip = await get('/assets/index-1.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect(br.rawPayload.length).toBeLessThan(script.length / 10)
  })

  test('is served in the form that the build compressed, which is not served as a separate file', async () => {
    const br = await get('/assets/made-2.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe('by the build')
    expect((await get('/assets/made-2.js.br')).statusCode).toBe(404)
  })

  test.each([
    '/../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%00',
    '/assets/',
  ])('outside of the build is not served: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  test('is answered without content to HEAD', async () => {
    const answer = await dashboard.app.inject({ method: 'HEAD', url: '/assets/index-1.js' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers['content-length']).toBe(String(script.length))
  })
})

test('a new build is served without a restart', async () => {
  await writeFile(path.join(directory, 'assets/index-3.js'), 'new')
  await writeFile(path.join(directory, 'index.html'), 'new document')
  await utimes(path.join(directory, 'index.html'), 2e9, 2e9)
  expect((await get('/assets/index-3.js')).body).toBe('new')
  expect((await get('/', html)).body).toBe('new document')
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['identity', undefined],
  [undefined, undefined],
  ['GZIP ; q=1', 'gzip'],
])('the encoding chosen for %o is %o', (accepted, chosen) => {
  expect(chooseEncoding(accepted, { br: true, gzip: true })).toBe(chosen)
})
