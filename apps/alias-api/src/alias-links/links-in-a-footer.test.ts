import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp'
import { describe, expect, test } from 'vitest'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { parseMessage } from '../parsing/parse-message.ts'
import { field } from '../replies/test-reply-bed.ts'
import { mailbox, writeAsMailbox } from '../replies/test-replies.ts'
import { openLinksBed } from './test-alias-links.ts'

const { bed, addRule, receive, mailTo, reply, changeMailbox, switchLinks, open, ...others } = openLinksBed()
const { publish } = others
const one = 'https://alias.waypost.test/base/alias-links'
const pixel = '<img src="https://px.shop.example/o/1.gif" width="1" height="1">'
const html = `<html><body><p>hello</p>${pixel}</body></html>`

const inFooter = () => changeMailbox({ hasAliasLinks: true, aliasLinksIn: 'footer' })
/** The forward of a message, to a mailbox that has links in a footer. */
const forwardOf = async (content: Buffer | Promise<Buffer>): Promise<Buffer> => {
  publish()
  await receive(await content)
  return (await mailTo(mailbox)).content
}
const begin = async (): Promise<Buffer> => {
  await addRule()
  await inFooter()
  return forwardOf(testMessage({ isSigned: true, html }))
}

describe('links in a footer', () => {
  test('are in each text, and not in the header, below what the author has written', async () => {
    const forward = await begin()
    const parsed = await parseMessage(forward)
    const url = String.raw`${one}/(?:disable|extend)\?token=[\w.-]{80,120}`
    expect(parsed.text).toMatch(
      new RegExp(
        String.raw`^hello\n\n-{40}\nForwarded by Waypost from the alias ${bed.address.address}\nDisable this alias: <${url}>\nExtend this alias: <${url}>\n$`,
      ),
    )
    const { address } = bed.address
    expect(parsed.html.replaceAll(new RegExp(url, 'g'), '$')).toMatch(
      new RegExp(
        String.raw`^<html><body><p>hello</p><img [^>]*>\n<div style="[^"]*">Forwarded by Waypost from the alias ${address}<br>\n<a href="\$">Disable this alias</a> &middot; <a href="\$">Extend this alias</a></div>\n</body></html>\n$`,
      ),
    )
    expect(forward.toString()).not.toMatch(/^(?:X-Waypost-Disable|X-Waypost-Extend|List-Unsubscribe)/im)
    const [disable] = new RegExp(url).exec(parsed.text)!
    expect((await open(disable.slice('https://alias.waypost.test/base'.length))).body).toContain('Disable it')
  })

  test('change what the author has signed, so a reverse address stands in From', async () => {
    const forward = await begin()
    expect(field(forward, 'from')).toMatch(/^"?.* via Waypost.*<reply-[a-z2-7]{24}@waypost\.test>$|^=\?UTF-8/)
    expect((await parseMessage(forward)).from).toMatch(/^reply-[a-z2-7]{24}@waypost\.test$/)
    expect(forward.toString()).toMatch(/^X-Original-From: .*<bob@bob\.dev>\r$/m)
  })

  test('are added to what a rule has taken trackers out of', async () => {
    await addRule()
    await inFooter()
    await bed.service.app.inject({
      method: 'PATCH',
      url: `/api/v1/addresses/${bed.address.id}/forwarding`,
      headers: await bed.service.person('ada'),
      payload: { removesTrackers: true },
    })
    const { html: shown } = await parseMessage(await forwardOf(testMessage({ html })))
    expect(shown).toMatch(/^<html><body><p>hello<\/p>\n<div style/)
  })

  test('are encrypted with the message', async () => {
    const keys = await generateKey({ userIDs: [{ email: mailbox }], format: 'armored' })
    await addRule()
    await inFooter()
    await changeMailbox({ pgpKey: keys.publicKey })
    const forward = (await forwardOf(testMessage())).toString()
    expect(forward).not.toMatch(/alias-links|List-Unsubscribe/)
    const { data } = await decrypt({
      message: await readMessage({
        armoredMessage: /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(forward)![0],
      }),
      decryptionKeys: await readPrivateKey({ armoredKey: keys.privateKey }),
    })
    expect(data).toContain(`Disable this alias: <${one}/disable?token`)
  })

  test('are in forwards by a rule of the alias too', async () => {
    await addRule()
    await inFooter()
    const { data } = (
      await bed.service.app.inject({
        url: '/api/v1/forwarding-addresses',
        headers: await bed.service.person('ada'),
      })
    ).json<{ data: { addresses: { id: string }[] } }>()
    await bed.service.app.inject({
      method: 'PUT',
      url: `/api/v1/addresses/${bed.address.id}/rules`,
      headers: await bed.service.person('ada'),
      payload: {
        rules: [
          { conditions: { subject: 'Invoice' }, action: 'forward', forwardToId: data.addresses[0]!.id },
        ],
      },
    })
    expect((await parseMessage(await forwardOf(testMessage()))).text).toContain('Disable this alias: <')
  })
})

describe('links are in the header instead', () => {
  test.each([
    [
      'of a signed message',
      'Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\nhello\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--\r\n',
    ],
    ['of a message without a text', 'Content-Type: application/pdf\r\n\r\nx\r\n'],
  ])('%s, whose body stays as it came', async (_which, body) => {
    await addRule()
    await inFooter()
    const forward = await forwardOf(Buffer.from(`From: bob@bob.dev\r\nSubject: x\r\n${body}`))
    expect(field(forward, 'list-unsubscribe')).toMatch(new RegExp(String.raw`^<${one}/disable\?token=`))
    expect(forward.toString().endsWith(body)).toBe(true)
  })

  test('by default, and again once their owner says so', async () => {
    await begin()
    await changeMailbox({ aliasLinksIn: 'header' })
    bed.sink.mails.length = 0
    const forward = await forwardOf(testMessage())
    expect(field(forward, 'x-waypost-disable')).toContain(one)
    expect((await parseMessage(forward)).text).toBe('hello\n')
  })
})

test('a footer that a reply quotes never reaches a correspondent', async () => {
  const forward = await begin()
  const { text, html: shown } = await parseMessage(forward)
  const { from: reverse } = await parseMessage(forward)
  const written = await writeAsMailbox({
    to: reverse,
    text: `Thanks.\n\nOn Monday, Bob wrote:\n${text.replaceAll(/^/gm, '> ')}`,
    html: `<p>Thanks.</p><blockquote type="cite">${shown}</blockquote>`,
  })
  expect((await reply(reverse, written)).response).toMatch(/^250 /)
  const sent = await parseMessage((await mailTo('bob@bob.dev')).content)
  expect(sent.text).toMatch(/^Thanks\.\n\nOn Monday, Bob wrote:\n> hello\n> \n$/)
  expect(sent.html).toContain('<p>hello</p>')
  expect(sent.html).not.toMatch(/alias-links|Waypost|Disable|Extend/)
})

test('the place of links is kept while they are off, and only the two places are taken', async () => {
  await addRule()
  await inFooter()
  expect(await switchLinks(false)).toBeUndefined()
  await changeMailbox({ hasAliasLinks: true })
  const headers = await bed.service.person('ada')
  const { data } = (await bed.service.app.inject({ url: '/api/v1/forwarding-addresses', headers })).json<{
    data: { addresses: { id: string }[] }
  }>()
  expect(data.addresses).toMatchObject([{ hasAliasLinks: true, aliasLinksIn: 'footer' }])
  for (const aliasLinksIn of ['body', null, '']) {
    const refused = await bed.service.app.inject({
      method: 'PATCH',
      url: `/api/v1/forwarding-addresses/${data.addresses[0]!.id}`,
      headers,
      payload: { aliasLinksIn },
    })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({ error: expect.stringContaining('aliasLinksIn') })
  }
})
