import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, startTestUpstream, type TestUpstream } from '../test-upstream.ts'

const id = '0197aaaa-0000-7000-8000-000000000001'
const attachmentId = '0197aaaa-0000-7000-8000-000000000002'
/** The hash of the first script of a document, which is the server's own. */
const hashOf = (html: string) =>
  createHash('sha256')
    .update(/<script>([^<]*)<\/script>/.exec(html)![1]!)
    .digest('base64')
const image = Buffer.from('not really an image')

let alias: TestUpstream
let dashboard: TestDashboard
let ada: TestBrowser
beforeAll(async () => {
  alias = await startTestUpstream()
  dashboard = await createTestDashboard({ upstreams: { automation: alias.url, alias: alias.url } })
  ada = await dashboard.signUp('ada@example.com')
})
afterAll(async () => {
  await dashboard.close()
  await alias.close()
})
beforeEach(() => alias.routes.clear())

function serveMail(bodyHtml: string, attachments: object[] = []): void {
  alias.routes.set(`GET /api/v1/emails/${id}`, (_request, response) =>
    answerJson(response, 200, { data: { id, subject: 'Hello', bodyHtml, attachments } }),
  )
}

const attachment = (given: object) => ({
  id: 'a1',
  contentType: 'image/png',
  size: image.length,
  contentId: '<logo@example.com>',
  ...given,
})

test('an email is a separate document that runs no scripts of its own, sends no forms and fetches nothing', async () => {
  serveMail('<p>Hello</p><script>alert(1)</script><img src="https://tracker.example/1.gif">')
  const answer = await ada.get(`/mail-frames/${id}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<p>Hello</p>')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy':
      "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
      `script-src 'sha256-${hashOf(answer.body)}'; style-src 'unsafe-inline'; ` +
      "font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  })
})

test('the frame of an email loads no remote image itself, whatever is asked for', async () => {
  serveMail('<img src="https://images.example/1.gif">')
  const { headers } = await ada.get(`/mail-frames/${id}?images=remote`)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain('img-src data:;')
  expect((await ada.get(`/mail-frames/${id}?images=all`)).statusCode).toBe(400)
})

test.each([
  ['a link', '<LINK rel=preconnect href="https://sender.example">'],
  ['a link without a space', '<link/rel=dns-prefetch href="//sender.example">'],
  ['a meta', '<meta http-equiv="x-dns-prefetch-control" content="on">'],
  ['an inner frame', `<iframe srcdoc='&lt;link rel=preconnect href="//sender.example">'></iframe>`],
  ['a link within a frame', '<iframe><link\nrel=preconnect></iframe>'],
])('%s of an email is one no more, since no policy keeps it from connecting', async (_what, html) => {
  serveMail(`<p>Hello</p>${html}<p>linked</p>`)
  const { body } = await ada.get(`/mail-frames/${id}`)
  const [, shown = ''] = body.split('<p>Hello</p>')
  expect(shown).toMatch(/^<basefont/)
  expect(shown).not.toMatch(/<(?:link|meta|iframe)/i)
  expect(shown).toContain('<p>linked</p>')
})

test('what an email quotes is hidden on request', async () => {
  serveMail('<p>Yes.</p><blockquote type="cite">Tea?</blockquote>')
  const hidden = 'blockquote[type="cite" i]'
  expect((await ada.get(`/mail-frames/${id}`)).body).not.toContain(hidden)
  expect((await ada.get(`/mail-frames/${id}?quotes=folded`)).body).toContain(hidden)
  expect((await ada.get(`/mail-frames/${id}?quotes=all`)).statusCode).toBe(400)
})

test('inline images of an email are embedded', async () => {
  serveMail(
    '<img src="cid:logo@example.com"><td style="background:url(cid:logo%40example.com)"><img src=cid:none>',
    [attachment({}), attachment({ id: 'a2', contentId: null })],
  )
  alias.routes.set(`GET /api/v1/emails/${id}/attachments/a1`, (_request, response) => response.end(image))
  const { body } = await ada.get(`/mail-frames/${id}`)
  const data = `data:image/png;base64,${image.toString('base64')}`
  expect(body).toContain(`<img src="${data}">`)
  expect(body).toContain(`url(${data})`)
  expect(body).toContain('<img src=cid:none>')
})

test.each([
  ['is not an image', { contentType: 'text/html' }],
  ['is an image that can contain scripts', { contentType: 'image/svg+xml' }],
  ['has a content type that would break out of the attribute', { contentType: 'image/png" onload="x' }],
  ['is too large', { size: 9_000_000 }],
])('an attachment that %s is not embedded', async (_what, given) => {
  serveMail('<img src="cid:logo@example.com">', [attachment(given)])
  const { body } = await ada.get(`/mail-frames/${id}`)
  expect(body).toContain('<img src="cid:logo@example.com">')
})

test('an email that references an image many times has a limited size', async () => {
  const large = Buffer.alloc(4_000_000)
  serveMail('<img src="cid:logo@example.com">'.repeat(1000), [attachment({ size: large.length })])
  alias.routes.set(`GET /api/v1/emails/${id}/attachments/a1`, (_request, response) => response.end(large))
  expect((await ada.get(`/mail-frames/${id}`)).body.length).toBeLessThan(20_000_000)
})

test('an email that does not exist or has no HTML is a 404', async () => {
  expect((await ada.get(`/mail-frames/${id}`)).json()).toMatchObject({
    statusCode: 404,
    message: 'Email not found',
  })
  expect((await ada.get('/mail-frames/..%2fapi-keys')).statusCode).toBe(404)
  serveMail('')
  expect((await ada.get(`/mail-frames/${id}`)).statusCode).toBe(404)
})

test('signed-out users and other sites cannot load an email', async () => {
  serveMail('<p>Hello</p>')
  expect((await dashboard.browser().get(`/mail-frames/${id}`)).statusCode).toBe(401)
  expect((await ada.get(`/mail-frames/${id}`, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
})

test.each([
  ['image/png', 'image/png'],
  ['TEXT/plain', 'text/plain; charset=utf-8'],
  ['text/csv', 'text/plain; charset=utf-8'],
  ['application/json', 'text/plain; charset=utf-8'],
])('an attachment of type %s is shown as %s, where nothing in it can run', async (contentType, shown) => {
  serveMail('', [attachment({ id: attachmentId, contentType })])
  alias.routes.set(`GET /api/v1/emails/${id}/attachments/${attachmentId}`, (_request, response) =>
    response.end(image),
  )
  const { statusCode, headers, body } = await ada.get(`/mail-frames/${id}/attachments/${attachmentId}`)
  expect([statusCode, body]).toEqual([200, image.toString()])
  expect(headers).toMatchObject({
    'content-type': shown,
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'",
  })
})

test('a PDF is shown as a document by itself, never in a frame', async () => {
  serveMail('', [attachment({ id: attachmentId, contentType: 'application/pdf' })])
  alias.routes.set(`GET /api/v1/emails/${id}/attachments/${attachmentId}`, (_request, response) =>
    response.end(image),
  )
  const { headers } = await ada.get(`/mail-frames/${id}/attachments/${attachmentId}`)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/octet-stream'])(
  'an attachment of type %s is not shown, nor is one that the email does not have',
  async (contentType) => {
    serveMail('', [attachment({ id: attachmentId, contentType })])
    expect((await ada.get(`/mail-frames/${id}/attachments/${attachmentId}`)).statusCode).toBe(404)
    expect((await ada.get(`/mail-frames/${id}/attachments/${id}`)).statusCode).toBe(404)
  },
)
