import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { field } from '../replies/test-reply-bed.ts'
import { mailbox, writeAsMailbox } from '../replies/test-replies.ts'
import { openLinksBed } from './test-alias-links.ts'

const { bed, addRule, publish, receive, execute, mailTo, reply, ...others } = openLinksBed()
const { switchLinks, forwardOf, begin } = others
const one = 'https://alias.waypost.test/base/alias-links'

describe('links in forwarded mail', () => {
  test('are there only once their owner has switched them on for the mailbox', async () => {
    await addRule()
    expect((await forwardOf()).toString()).not.toMatch(/alias-links|List-Unsubscribe/)
    bed.sink.mails.length = 0
    expect(await switchLinks(true)).toBe(true)
    const forward = await forwardOf()
    const url = expect.stringMatching(
      new RegExp(String.raw`^<${one}/(disable|extend)\?token=[\w.-]{80,120}>$`),
    )
    for (const name of ['x-waypost-disable', 'x-waypost-extend', 'list-unsubscribe'])
      expect(field(forward, name)).toEqual(url)
    expect(field(forward, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    bed.sink.mails.length = 0
    expect(await switchLinks(false)).toBeUndefined()
    expect((await forwardOf()).toString()).not.toMatch(/alias-links|List-Unsubscribe/)
  })

  test('leave the message below them as it came, and its author authenticated', async () => {
    publish()
    await addRule()
    await switchLinks(true)
    const content = await testMessage({ isSigned: true })
    await receive(content)
    const { content: forward, from } = await mailTo(mailbox)
    expect(forward.toString().endsWith(content.toString())).toBe(true)
    const seen = { content: forward, mailFrom: from, clientIp: '192.0.2.1', clientName: 'mx.waypost.test' }
    expect(await bed.mail.checker.check(seen, 1000)).toMatchObject({ verdict: 'signed' })
  })

  test('leave the author’s own way to unsubscribe where a signature covers it', async () => {
    const theirs = '<https://bob.dev/unsubscribe>'
    const { forward } = await begin({ 'List-Unsubscribe': theirs })
    expect(forward.toString().match(/^List-Unsubscribe: .*$/gm)).toEqual([`List-Unsubscribe: ${theirs}`])
    expect(field(forward, 'list-unsubscribe-post')).toBeUndefined()
    expect(field(forward, 'from')).toContain('bob@bob.dev')
  })

  test('replace it where the author’s signature does not last anyway', async () => {
    const theirs = '<https://bob.dev/unsubscribe>'
    const { forward } = await begin({ 'List-Unsubscribe': theirs, 'Reply-To': 'desk@bob.dev' })
    expect(field(forward, 'from')).toMatch(/<reply-[a-z2-7]{24}@waypost\.test>$/)
    expect(forward.toString().match(/^List-Unsubscribe: .*$/gm)).toEqual([
      expect.stringContaining(`<${one}/disable?token=`),
    ])
    expect(field(forward, 'x-original-list-unsubscribe')).toBe(theirs)
  })

  test('never reach a correspondent, even where a reply quotes them', async () => {
    const { forward, disable } = await begin()
    const reverse = /<(.*)>/.exec(field(forward, 'reply-to')!)![1]!
    const link = `https://alias.waypost.test/base${disable}`
    const text = `Headers: ${field(forward, 'list-unsubscribe')} ${link}`
    const written = await writeAsMailbox({
      to: reverse,
      text,
      html: `<a href="${link}">x</a>`,
      headers: { 'List-Unsubscribe': `<${link}>`, 'X-Waypost-Disable': `<${link}>` },
    })
    expect((await reply(reverse, written)).response).toMatch(/^250 /)
    const sent = (await mailTo('bob@bob.dev')).content.toString().replaceAll(/=\r\n/g, '')
    expect(sent).not.toMatch(/token=3?D?[\w.-]{10}|List-Unsubscribe|X-Waypost/i)
  })
})

test('another account cannot switch the links of a mailbox', async () => {
  await addRule()
  const { rows } = await execute(sql`select id from alias.forwarding_addresses`)
  const ask = async (headers: Record<string, string>, payload: object) =>
    bed.service.app.inject({
      method: 'PATCH',
      url: `/api/v1/forwarding-addresses/${rows[0]!['id'] as string}`,
      headers,
      payload,
    })
  const links = { hasAliasLinks: true }
  const answers = [
    await ask(await bed.service.person('bob'), links),
    await ask(await bed.service.key('ada', { scopes: ['emails:write'] }), links),
    await ask({}, links),
    await ask(await bed.service.person('ada'), {}),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 403, 401, 400])
  const { rows: now } = await execute(sql`select has_alias_links from alias.forwarding_addresses`)
  expect(now).toEqual([{ has_alias_links: false }])
})
