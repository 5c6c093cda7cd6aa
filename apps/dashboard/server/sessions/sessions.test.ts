import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openAccountBed } from '../test-account-bed.ts'
import { password } from '../create-test-dashboard.ts'
import { signInWith, whoIs } from './test-sessions.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const bed = openAccountBed()

const signIn = signInWith(() => bed)

describe('the list of sessions', () => {
  test('shows the signed-in browsers, newest first, and can end one', async () => {
    bed.dashboard.advance(1000)
    const other = await signIn(bed.dashboard.browser('203.0.113.9'))
    const listed = (await bed.ada.get('/auth/sessions')).json()
    expect(listed).toMatchObject([
      { ip: '203.0.113.9', userAgent: 'Test/1.0', isCurrent: false },
      { ip: '198.51.100.1', isCurrent: true },
    ])
    expect((await bed.ada.delete(`/auth/sessions/${listed[0].id}`)).statusCode).toBe(204)
    expect(await whoIs(other)).toBe(401)
    expect((await bed.ada.get('/auth/sessions')).json()).toHaveLength(1)
  })

  test("neither shows nor ends another account's sessions, which are reported as not found", async () => {
    const grace = await bed.dashboard.signUp(`grace${bed.number}@example.com`)
    const [{ id }] = (await grace.get('/auth/sessions')).json()
    const answers = [
      await bed.ada.delete(`/auth/sessions/${id}`),
      await bed.ada.delete(`/auth/sessions/00000000-0000-7000-8000-000000000000`),
      await bed.ada.delete(`/auth/sessions/none`),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe(answers[0]!.body)
    }
    expect(await whoIs(grace)).toBe(200)
  })
})

describe('a session', () => {
  test('ends after two weeks without use, and after three months in any case', async () => {
    bed.dashboard.advance(14 * dayMs)
    expect(await whoIs(bed.ada)).toBe(401)

    const used = await signIn()
    for (let day = 0; day < 90; day += 10) {
      expect(await whoIs(used)).toBe(200)
      bed.dashboard.advance(10 * dayMs)
    }
    expect(await whoIs(used)).toBe(401)
  })

  test('is not found without a cookie, with an unknown cookie and with an invalid one', async () => {
    for (const value of ['', 'A'.repeat(43), '%00', `${'A'.repeat(43)}"`]) {
      const browser = bed.dashboard.browser()
      browser.cookie = `__Host-waypost=${value}`
      const answer = await browser.get('/auth/session')
      expect(answer.statusCode).toBe(401)
      expect(answer.json().message).toBe('Not signed in')
    }
  })

  test('is stored without the value of its cookie', async () => {
    const { rows } = await bed.dashboard.database
      .connectAsOwner()
      .db.execute<{ row: string }>(
        sql`select to_jsonb(s)::text || encode(token_hash, 'escape') as row from accounts.sessions s`,
      )
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(bed.ada.cookie!.split('=')[1])
  })
})

describe('the cookie', () => {
  test('is replaced every hour, and the session continues', async () => {
    const seen = new Set([bed.ada.cookie])
    for (let hour = 0; hour < 4; hour++) {
      bed.dashboard.advance(60 * minuteMs)
      expect(await whoIs(bed.ada)).toBe(200)
      seen.add(bed.ada.cookie)
      expect(await whoIs(bed.ada)).toBe(200)
    }
    expect(seen.size).toBe(5)
  })

  test('is replaced once for simultaneous requests, all of which succeed', async () => {
    bed.dashboard.advance(60 * minuteMs)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        bed.dashboard.app.inject({ url: '/auth/session', headers: { cookie: bed.ada.cookie! } }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(answers.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
  })

  test('stays valid when the response with the next cookie is lost', async () => {
    for (let round = 0; round < 3; round++) {
      const { cookie } = bed.ada
      bed.dashboard.advance(60 * minuteMs)
      expect(await whoIs(bed.ada)).toBe(200)
      bed.ada.cookie = cookie
    }
    bed.dashboard.advance(2 * minuteMs)
    expect(await whoIs(bed.ada)).toBe(200)
    expect(await whoIs(bed.ada)).toBe(200)
  })

  test('ends the session when it is used after the next cookie was used', async () => {
    const stolen = bed.ada.cookie
    bed.dashboard.advance(60 * minuteMs)
    expect(await whoIs(bed.ada)).toBe(200)
    expect(await whoIs(bed.ada)).toBe(200)

    const thief = bed.dashboard.browser('203.0.113.66')
    thief.cookie = stolen
    // In-flight requests of the owner look like this too.
    expect(await whoIs(thief)).toBe(200)
    bed.dashboard.advance(minuteMs + 1)
    expect(await whoIs(thief)).toBe(401)
    expect(await whoIs(bed.ada)).toBe(401)
  })
})

const change = (headers: Record<string, string>) =>
  bed.dashboard.app.inject({
    method: 'DELETE',
    url: '/auth/sessions/00000000-0000-7000-8000-000000000000',
    headers: { cookie: bed.ada.cookie!, host: 'internal:4000', ...headers },
  })

describe('a request that changes something', () => {
  test.each([
    ['by its own pages', { 'sec-fetch-site': 'same-origin' }, 404],
    ['by its own pages, from a browser that sends only Origin', { origin: 'https://dashboard.example' }, 404],
    ['by its own pages, under the name that the request has', { origin: 'http://internal:4000' }, 404],
    ['by another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['by another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['by nobody', { 'sec-fetch-site': 'none' }, 403],
    ['by another origin', { origin: 'https://evil.example' }, 403],
    ['by another port', { origin: 'http://internal:4001' }, 403],
    ['by an origin that hides itself', { origin: 'null' }, 403],
    ['by who says nothing', {}, 403],
    [
      'by another site that claims the origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://dashboard.example' },
      403,
    ],
  ])('made %s: %o → %i', async (_by, headers, status) => {
    expect((await change(headers as Record<string, string>)).statusCode).toBe(status)
  })

  test('is refused if a form of another site could send its body', async () => {
    const answer = await bed.dashboard.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
      payload: JSON.stringify({ email: bed.email, password }),
    })
    expect(answer.statusCode).toBe(415)
  })

  test('cannot sign in from another site', async () => {
    const browser = bed.dashboard.browser()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await browser.post('/auth/sign-in', { email: bed.email, password }, headers)).statusCode).toBe(
      403,
    )
    expect(
      (await browser.post('/auth/sign-up', { email: 'y@example.com', password }, headers)).statusCode,
    ).toBe(403)
    expect(browser.cookie).toBeUndefined()
  })
})

test('another site cannot read who is signed in', async () => {
  for (const site of ['cross-site', 'same-site']) {
    expect((await bed.ada.get('/auth/session', { 'sec-fetch-site': site })).statusCode).toBe(403)
  }
})
