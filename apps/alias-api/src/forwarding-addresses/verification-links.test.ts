import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openForwardingAddressBed, path } from './test-forwarding-addresses.ts'

const { bed, request, add, addOne, read, resend, systemMails } = openForwardingAddressBed()
/** Path and query of the link in the newest verification email. */
const linkOf = async (count = 1, to?: string) => {
  const [systemMail] = await systemMails(count, to)
  const link = /^https:\/\/alias\.waypost\.test\/base(\/verify-forwarding\?token=[\w-]{43})$/m.exec(
    systemMail!.bodyText,
  )
  return link![1]!
}
const open = (link: string, method: 'GET' | 'POST' = 'GET') =>
  bed.service.app.inject({
    method,
    url: link,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    }),
  })

describe('a verification link', () => {
  test('a verification link opens a page that names the mailbox, runs no script and confirms nothing', async () => {
    const id = await addOne()
    const link = await linkOf()
    for (const _ of [1, 2]) {
      const response = await open(link)
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(response.body).toContain('me@example.net')
      expect(response.body).toContain('<form method="post">')
    }
    expect(await read(id)).toMatchObject({ isVerified: false })
  })

  test('the button on the verification page confirms the mailbox, once', async () => {
    const id = await addOne()
    const link = await linkOf()
    bed.time += 1000
    expect((await open(link, 'POST')).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ isVerified: true, verifiedAt: new Date(bed.time).toISOString() })
    const again = await open(link, 'POST')
    expect(again.statusCode).toBe(404)
    expect((await open(link)).body).toContain('no longer works')
    expect(await read(id)).toMatchObject({ verifiedAt: new Date(bed.time).toISOString() })
  })

  test('confirming a suspended mailbox ends its suspension', async () => {
    const id = await addOne()
    await bed.service.database.connectAsOwner().db.execute(sql`
      update alias.forwarding_addresses set suspended_at = now(), suspended_reason = '550 5.1.1 No such user'
    `)
    expect(await read(id)).toMatchObject({ suspension: { reason: '550 5.1.1 No such user' } })
    await open(await linkOf(), 'POST')
    expect(await read(id)).not.toHaveProperty('suspension')
  })

  test('a verification link is valid for exactly 24 hours', async () => {
    const id = await addOne()
    const link = await linkOf()
    bed.time += 24 * 3_600_000 - 1
    expect((await open(link)).statusCode).toBe(200)
    bed.time += 1
    expect((await open(link, 'POST')).statusCode).toBe(404)
    expect(await read(id)).toMatchObject({ isVerified: false })
  })

  test('a verification link cannot be derived from the database', async () => {
    await addOne()
    const token = new URL(await linkOf(), 'http://localhost').searchParams.get('token')!
    const { rows } = await bed.service.database
      .connectAsOwner()
      .db.execute<{ row: string }>(
        sql`select forwarding_addresses::text as row from alias.forwarding_addresses`,
      )
    expect(rows[0]!.row).not.toContain(token)
    expect(rows[0]!.row).not.toContain(Buffer.from(token).toString('hex'))
  })

  test.each(['', '?token=', '?token=x', '?token=a&token=b', `?token=${'x'.repeat(5000)}`])(
    'refuses a verification link with the query "%s"',
    async (query) => {
      expect((await open(`/verify-forwarding${query}`)).statusCode).toBe(404)
      expect((await open(`/verify-forwarding${query}`, 'POST')).statusCode).toBe(404)
    },
  )

  test('a mailbox’s name cannot inject HTML into the verification page', async () => {
    await addOne(`a'b&c@example.net`)
    expect((await open(await linkOf(1, encodeURIComponent(`a'b&c@example.net`)))).body).toContain(
      '<strong>a&#39;b&#38;c@example.net</strong>',
    )
  })
})

describe('resending a verification link', () => {
  test('a new verification link invalidates the previous one', async () => {
    const id = await addOne()
    const first = await linkOf()
    bed.time += 60_000
    const response = await resend(id)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ message: 'Verification email sent' })
    const second = await linkOf(2)
    expect(second).not.toBe(first)
    expect((await open(first, 'POST')).statusCode).toBe(404)
    expect((await open(second, 'POST')).statusCode).toBe(200)
  })

  test('no verification email is sent to a confirmed mailbox', async () => {
    const id = await addOne()
    await open(await linkOf(), 'POST')
    bed.time += 60_000
    const response = await resend(id)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ error: 'Address is already verified.' })
  })

  test('verification emails to a mailbox are limited to one a minute and five a day, over all accounts', async () => {
    const id = await addOne()
    const tooMany = { error: 'Too many verification emails. Try again later.' }
    bed.time += 59_999
    const tooSoon = await resend(id)
    expect([tooSoon.statusCode, tooSoon.json()]).toEqual([429, tooMany])
    expect(tooSoon.headers['retry-after']).toBe('1')
    bed.time += 1
    for (let sent = 2; sent <= 5; sent += 1) {
      expect((await resend(id)).statusCode).toBe(202)
      bed.time += 60_000
    }
    const fifth = await resend(id)
    expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([429, String(24 * 3600 - 5 * 60)])
    expect((await add('ME@example.net', await bed.service.key('bob'))).statusCode).toBe(429)
    expect((await request('DELETE', `${path}/${id}`)).statusCode).toBe(200)
    expect((await add()).statusCode).toBe(429)
    expect((await add('other@example.net')).statusCode).toBe(201)
    bed.time += 24 * 3_600_000
    expect((await add()).statusCode).toBe(201)
  })

  test('plus addresses, in any case, are one mailbox, and of simultaneous requests of many accounts one is sent', async () => {
    const keys = await Promise.all(['bob', 'eve', 'ken', 'grace'].map((name) => bed.service.key(name)))
    const answers = await Promise.all(
      [bed.key, ...keys].map((headers, index) =>
        add(`${index % 2 ? 'Me' : 'me'}+${index}@example.net`, headers),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([201, 429, 429, 429, 429])
  })

  test('an account has a hundred verification emails a day, also when it asks for many at once', async () => {
    await bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.verification_mails (id, owner_id, email, sent_at)
      select uuidv7(), 'live:ada', 'mailbox' || n || '@example.net', ${new Date(bed.time)} from generate_series(1, 98) n
    `)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => add(`other${index}@example.net`)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([201, 201, 429, 429, 429, 429])
  })
})
