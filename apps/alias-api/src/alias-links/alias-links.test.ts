import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { field } from '../replies/test-reply-bed.ts'
import { mailbox } from '../replies/test-replies.ts'
import { hello } from '../smtp/test-messages.ts'
import { openLinksBed } from './test-alias-links.ts'

const { bed, execute, switchLinks, begin, open, press, read, gone } = openLinksBed()

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
