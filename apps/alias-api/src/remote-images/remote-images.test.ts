import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addEmail, openEmailBed } from '../emails/test-emails.ts'

const { bed, get } = openEmailBed()

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
const asked: { url: string; headers: IncomingHttpHeaders }[] = []
let respond: RequestListener
const server = createServer((incoming, outgoing) => {
  asked.push({ url: incoming.url!, headers: incoming.headers })
  respond(incoming, outgoing)
})
let site = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  asked.length = 0
  answerWith(png, 'image/png')
})

function answerWith(content: Buffer | string, type: string): void {
  respond = (_incoming, outgoing) => outgoing.setHeader('content-type', type).end(content)
}

/** Adds an email with this HTML, and loads a remote image of it. */
async function load(url: string, html = `<img src="${url}">`, headers = bed.key) {
  const { id } = await addEmail(bed.service, bed.address, { bodyHtml: html })
  return get(`/api/v1/emails/${id}/remote-image?url=${encodeURIComponent(url)}`, headers)
}

const notLoaded = (why: string) => ({ error: `The remote image could not be loaded: ${why}` })

describe('the remote images of an email', () => {
  test('a remote image is loaded by this server, and its sender learns nothing of the reader', async () => {
    const response = await load(`${site}/a.png?mail=1`)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload).toEqual(png)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    })
    expect(asked).toEqual([
      {
        url: '/a.png?mail=1',
        headers: {
          host: new URL(site).host,
          connection: 'keep-alive',
          'user-agent': 'Mozilla/5.0 (compatible; mail image proxy)',
          accept: 'image/*',
        },
      },
    ])
  })

  test('an email of another owner is not found, and nothing is asked for', async () => {
    const response = await load(`${site}/a.png`, undefined, await bed.service.person('mallory'))
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: 'Email not found' })
    expect(asked).toEqual([])
  })

  test.each([
    ['that is not in the email', '/b.png', '<img src="SITE/a.png">'],
    ['that is a link of the email', '/b.png', '<a href="SITE/b.png">'],
    ['that is a tracking pixel', '/b.png', '<img src="SITE/b.png" width="1" height="1">'],
    ['by which a known service counts openings', '/wf/open', '<img src="SITE/wf/open">'],
  ])('a URL %s is not loaded', async (_what, path, html) => {
    const response = await load(site + path, html.replace('SITE', site))
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: 'Remote image not found' })
    expect(asked).toEqual([])
  })

  test.each([
    'http://10.0.0.1/a.png',
    'http://169.254.169.254/a.png',
    'http://[::1]/a.png',
    'http://127.0.0.1:22/',
  ])('%s is not reached', async (url) => {
    const response = await load(url)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual(notLoaded('its address is not allowed'))
  })

  test('a redirect to a private address is not followed', async () => {
    respond = (_incoming, outgoing) => outgoing.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end()
    const response = await load(`${site}/a.png`)
    expect(response.json()).toEqual(notLoaded('its address is not allowed'))
  })

  test.each([
    ['SVG', 'image/svg+xml', '<svg/>'],
    ['HTML', 'text/html', '<p>'],
    ['HTML that says to be an image', 'image/png', '<script>alert(1)</script>'],
    ['an image that says to be HTML', 'text/html', png],
    ['an image without a type', '', png],
  ])('%s is refused', async (_what, type, content) => {
    answerWith(content, type)
    const response = await load(`${site}/a`)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual(notLoaded('it is not an image of a known type'))
  })

  test.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\0\0\0\0WEBP'],
    ['image/avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avif'],
    ['image/bmp', 'BM'],
  ])('the type of an image is by its content: %s', async (type, start) => {
    answerWith(Buffer.from(`${start}the rest`, 'latin1'), 'image/png; charset=x')
    expect((await load(`${site}/a`)).headers['content-type']).toBe(type)
  })

  test('an image that is too large is cut and refused', async () => {
    answerWith(Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png')
    const response = await load(`${site}/a.png`)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual(notLoaded('it has more than 5 MiB'))
  })

  test('an image leaves no row in the audit log, where the email that has it was read already', async () => {
    const { id } = await addEmail(bed.service, bed.address, { bodyHtml: `<img src="${site}/a.png">` })
    await get(`/api/v1/emails/${id}/remote-image?url=${encodeURIComponent(`${site}/a.png`)}`)
    await get(`/api/v1/emails/${id}`)
    const logged = async () => {
      const { data } = (await get('/api/v1/audit-logs')).json<{ data: { logs: { path: string }[] } }>()
      return data.logs.map(({ path }) => path).filter((path) => path.includes(id))
    }
    await expect.poll(logged).toEqual([`/api/v1/emails/${id}`])
  })

  test('a request without a URL is refused', async () => {
    expect((await get(`/api/v1/emails/${newId()}/remote-image`)).statusCode).toBe(400)
  })
})
