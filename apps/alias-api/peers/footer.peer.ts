import { createTransport } from 'nodemailer'
import { beforeAll, expect, test } from 'vitest'
import { askPython } from './ask-python.ts'
import { openPolicyBed } from './open-policy-bed.ts'

interface Read {
  from: string
  texts: string[]
}

const { bed, request, addAlias, write, arrived, judged } = openPolicyBed()
const mailbox = 'me@next.test'
const link = /https:\/\/alias\.waypost\.test\/base\/alias-links\/(?:disable|extend)\?token=[\w.-]{80,120}/g
const words = /alias-links|Waypost|Disable this alias|Extend this alias/

beforeAll(async () => {
  bed.publish('next.test', 'v=spf1 ip4:127.0.0.1 -all')
  bed.dns.set('next.test', {
    MX: [{ exchange: 'mx.next.test', priority: 10 }],
    TXT: [['v=spf1 ip4:127.0.0.1 -all']],
  })
  bed.publish('_dmarc.next.test', 'v=DMARC1; p=reject')
  await request('PATCH', `/forwarding-addresses/${bed.me}`, { hasAliasLinks: true, aliasLinksIn: 'footer' })
})

/** As Python's email package reads the texts of a message, the plain one first. */
const textsOf = (content: Buffer): string[] =>
  askPython<Read>('read-messages.py', [{ message: content.toString('base64') }])[0]!.texts

const alternatives = [
  '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGr\u00fc\u00dfe from Bob',
  '--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>Gr\u00fc\u00dfe from Bob</p></body></html>',
  '--b--',
].join('\r\n')

test('a forward through Postfix has its links below text and HTML, and a reply is rid of them', async () => {
  const { address } = await addAlias()
  await write(address, 'footed', { body: alternatives, type: 'multipart/alternative; boundary=b' })
  const forward = await arrived(mailbox, 'footed')
  expect(judged(forward)).toMatchObject({ author: 'waypost.test', dkim: ['waypost.test'], dmarc: 'pass' })
  expect(forward.toString()).not.toMatch(/^(?:List-Unsubscribe|X-Waypost-Disable|X-Waypost-Extend):/im)
  const [text, html] = textsOf(forward)
  expect(text).toMatch(/^Gr\u00fc\u00dfe from Bob\s+-{40}\s+Forwarded by Waypost from the alias/)
  expect(html).toMatch(
    /<p>Gr\u00fc\u00dfe from Bob<\/p>\s*<div [^>]*>Forwarded by Waypost[^]*<\/div>\s*<\/body><\/html>/,
  )
  expect([text!.match(link), html!.match(link)].map((found) => found?.length)).toEqual([2, 2])
  const changed = Buffer.from(forward.toString().replace('Disable this alias', 'Disable that alias'))
  expect(judged(changed).dkim).toEqual([])

  const [reverse] = /reply-[a-z2-7]{24}@waypost\.test/.exec(forward.toString())!
  await createTransport({ host: '127.0.0.1', port: bed.sender.port, ignoreTLS: true }).sendMail({
    from: mailbox,
    to: reverse,
    subject: 'Re: footed',
    text: `Thanks, Bob\n\nOn Monday, Bob wrote:\n\n${text!.replaceAll(/^/gm, '> ')}`,
    html: `<p>Thanks, Bob</p><blockquote type="cite">${html!}</blockquote>`,
  })
  const reply = await arrived('bob@bob.test', 'Re: footed')
  expect(judged(reply)).toMatchObject({ author: 'waypost.test', dmarc: 'pass' })
  const left = textsOf(reply)
  expect(left).toHaveLength(2)
  for (const each of left) {
    expect(each).toContain('Thanks, Bob')
    expect(each).toContain('Gr\u00fc\u00dfe from Bob')
    expect(each).not.toMatch(words)
  }
})

test('a forward through Postfix of texts around a picture has its links below the last', async () => {
  const { address } = await addAlias()
  const picture = Buffer.from('picture').toString('base64')
  const body = [
    '--Apple-Mail-1\r\nContent-Type: text/plain;\r\n\tcharset=us-ascii\r\n\r\nLook:\r\n',
    `--Apple-Mail-1\r\nContent-Type: image/png; name=a.png\r\nContent-Disposition: inline; filename=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}`,
    '--Apple-Mail-1\r\nContent-Type: text/plain;\r\n\tcharset=us-ascii\r\n\r\nSent from my iPhone',
    '--Apple-Mail-1--',
  ].join('\r\n')
  await write(address, 'pictured', { body, type: 'multipart/mixed; boundary=Apple-Mail-1' })
  const forward = await arrived(mailbox, 'pictured')
  const texts = textsOf(forward)
  expect(texts.map((text) => text.match(link)?.length)).toEqual([undefined, 2])
  expect(texts[1]).toMatch(/^Sent from my iPhone\s+-{40}\s+Forwarded by Waypost/)
  expect(judged(forward).dmarc).toBe('pass')
})
