import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Address } from '../addresses/address.ts'
import { testMessage } from '../forwarding/test-forwarding.ts'
import { field, openReplyBed } from '../replies/test-reply-bed.ts'
import { mailbox, writeAsMailbox } from '../replies/test-replies.ts'
import { hello } from '../smtp/test-messages.ts'

const { bed, addRule, publish, receive, execute, mailTo, reply } = openReplyBed()
const one = 'https://alias.waypost.test/base/alias-links'

/** Has Ada switch links on or off for her mailbox. */
const switchLinks = async (hasAliasLinks: boolean) => {
  const { rows } = await execute(sql`select id from alias.forwarding_addresses`)
  const response = await bed.service.app.inject({
    method: 'PATCH',
    url: `/api/v1/forwarding-addresses/${rows[0]!['id'] as string}`,
    headers: await bed.service.person('ada'),
    payload: { hasAliasLinks },
  })
  return response.json<{ data: { hasAliasLinks?: boolean } }>().data.hasAliasLinks
}
const forwardOf = async (headers: Record<string, string> = {}) => {
  await receive(await testMessage({ isSigned: true, headers }))
  return (await mailTo(mailbox)).content
}
/** A forward with links, and they. */
const begin = async (headers: Record<string, string> = {}) => {
  await addRule()
  await switchLinks(true)
  const forward = await forwardOf(headers)
  const linkOf = (name: string) =>
    field(forward, name)!.slice(1 + 'https://alias.waypost.test/base'.length, -1)
  return { forward, disable: linkOf('x-waypost-disable'), extend: linkOf('x-waypost-extend') }
}
const open = (url: string) => bed.service.app.inject({ url })
const press = (url: string, contentType = 'application/x-www-form-urlencoded', payload = '') =>
  bed.service.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload })
const read = async () => {
  const url = `/api/v1/addresses/${bed.address.id}`
  const response = await bed.service.app.inject({ url, headers: await bed.service.person('ada') })
  return response.json<{ data: Address }>().data
}
const gone = async (...urls: string[]) => {
  for (const url of urls)
    for (const answer of [await open(url), await press(url)]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('no longer works')
    }
}

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

describe('the link that disables an alias', () => {
  test('opens a page that changes nothing, and whose button disables the alias', async () => {
    const { disable } = await begin()
    const page = await open(disable)
    expect([page.statusCode, page.headers]).toMatchObject([
      200,
      {
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    ])
    expect(page.body).toContain(bed.address.address)
    expect(page.body).toContain('<form method="post">')
    expect((await read()).isActive).toBe(true)
    for (const _ of [1, 2]) {
      const done = await press(disable)
      expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Disabled')])
    }
    expect((await read()).isActive).toBe(false)
    await expect(bed.mail.deliver(bed.address.address, hello)).rejects.toMatchObject({ responseCode: 550 })
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('is followed by the button of a mail program, whose form is %s', async (contentType, form) => {
    const { forward } = await begin()
    const url = field(forward, 'list-unsubscribe')!
      .slice(1, -1)
      .replace('https://alias.waypost.test/base', '')
    expect((await press(url, contentType, form)).statusCode).toBe(200)
    expect((await read()).isActive).toBe(false)
  })

  test('is in the owner’s audit log, once, without its token', async () => {
    const { disable } = await begin()
    await press(disable)
    await press(disable)
    const { rows } = await execute(
      sql`select owner_id, path, key_id from alias.audit_logs where action = 'address.disable_by_link'`,
    )
    expect(rows).toEqual([{ owner_id: 'live:ada', path: '/alias-links/disable', key_id: null }])
  })
})

describe('the link that extends an alias', () => {
  test('opens a page that changes nothing, and whose button extends the alias as far as its plan allows', async () => {
    await bed.service.plan('ada', 'pro')
    const { extend } = await begin()
    await execute(sql`update alias.addresses set expires_at = now() + interval '1 hour'`)
    const { expiresAt } = await read()
    expect((await open(extend)).body).toContain('Extend it')
    expect((await read()).expiresAt).toBe(expiresAt)
    const before = Date.now()
    expect((await press(extend)).body).toContain('Extended')
    const after = Date.parse((await read()).expiresAt)
    expect(after).toBeGreaterThanOrEqual(before + 7 * 86_400_000)
    expect(after).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000)
  })

  test('makes an expired alias active again, and leaves one that is disabled or renews itself as it is', async () => {
    const { extend, disable } = await begin()
    await execute(sql`update alias.addresses set expires_at = now() - interval '1 hour', expired_at = now()`)
    await press(extend)
    expect((await read()).isActive).toBe(true)
    await execute(
      sql`update alias.addresses set renew_seconds = 86400, renews_at = now() + interval '1 hour'`,
    )
    const renewed = await read()
    expect((await press(extend)).body).toContain('renews itself')
    expect(await read()).toEqual(renewed)
    await execute(sql`update alias.addresses set renew_seconds = null, renews_at = null`)
    await press(disable)
    const disabled = await read()
    expect((await press(extend)).body).toContain('Not extended')
    expect(await read()).toEqual(disabled)
  })
})

describe('a link no longer works', () => {
  test('where it was made for the other purpose, or not here', async () => {
    const { disable, extend } = await begin()
    await gone(
      disable.replace('disable', 'extend'),
      extend.replace('extend', 'disable'),
      `${disable}x`,
      disable.replace(/token=.*/, 'token='),
      '/alias-links/disable',
      '/alias-links/disable?token=a&token=b',
    )
    expect((await read()).isActive).toBe(true)
  })

  test('once its owner has switched links off, and again when they are on', async () => {
    const { disable, extend } = await begin()
    await switchLinks(false)
    await gone(disable, extend)
    await switchLinks(true)
    expect((await press(disable)).statusCode).toBe(200)
  })

  test('once the alias forwards elsewhere, or is deleted', async () => {
    const { disable, extend } = await begin()
    await execute(sql`
      insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at, has_alias_links)
      values (uuidv7(), 'live:ada', 'other@example.net', now(), now(), true)`)
    await execute(sql`update alias.forwarding_rules set forward_to_id =
      (select id from alias.forwarding_addresses where email = 'other@example.net')`)
    await gone(disable, extend)
    await execute(sql`update alias.forwarding_rules set forward_to_id =
      (select id from alias.forwarding_addresses where email = ${mailbox})`)
    expect((await open(disable)).statusCode).toBe(200)
    await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/addresses/${bed.address.id}`,
      headers: await bed.service.person('ada'),
    })
    await gone(disable, extend)
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
