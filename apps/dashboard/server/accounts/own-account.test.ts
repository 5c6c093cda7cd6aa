import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import { deleteExpired } from '../delete-expired.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import type { TestBrowser } from '../test-browser.ts'

const hourMs = 60 * 60_000
const newPassword = 'another horse battery'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())

let ada: TestBrowser
let email: string
let accounts = 0
beforeEach(async () => {
  await dashboard.empty()
  email = `ada${++accounts}@example.com`
  ada = await dashboard.signUp(email)
})

const linkIn = (path: string, to = email) => mailedTokenOf(dashboard, path, to)
const who = async (browser: TestBrowser) => (await browser.get('/auth/session')).json().account
const signIn = async (given: string, browser = dashboard.browser()) =>
  (await browser.post('/auth/sign-in', { email, password: given })).statusCode
const forgot = (address: string, browser = dashboard.browser()) =>
  browser.post('/auth/forgot-password', { email: address })

describe('the e-mail address of an account', () => {
  test('is confirmed by the link in the e-mail, in any browser', async () => {
    expect(await who(ada)).toMatchObject({ emailConfirmed: false })
    const answer = await dashboard
      .browser()
      .post('/auth/confirm-email', { token: await linkIn('confirm-email') })
    expect([answer.statusCode, answer.json()]).toEqual([200, { email, held: true }])
    expect(await who(ada)).toMatchObject({ emailConfirmed: true })
  })

  test('is confirmed once, within a day, and only by its own link', async () => {
    const used = await linkIn('confirm-email')
    await ada.post('/auth/confirm-email', { token: used })
    await forgot(email)
    const late = await dashboard.signUp(`late${accounts}@example.com`)
    const old = await linkIn('confirm-email', `late${accounts}@example.com`)
    const others = await linkIn('reset-password')
    dashboard.advance(24 * hourMs)
    for (const token of [used, old, others, 'x', 'A'.repeat(43)]) {
      const answer = await ada.post('/auth/confirm-email', { token })
      expect(answer.json()).toEqual({
        statusCode: 400,
        message: 'The link has expired or was used already',
        error: 'Bad Request',
      })
    }
    expect(await who(late)).toMatchObject({ emailConfirmed: false })
  })

  test('gets another confirmation e-mail on request, a few times an hour, until it is confirmed', async () => {
    const statuses = []
    for (let index = 0; index < 6; index++) statuses.push((await ada.post('/auth/confirmation')).statusCode)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    await ada.post('/auth/confirm-email', { token: await linkIn('confirm-email') })
    dashboard.advance(hourMs)
    const again = await ada.post('/auth/confirmation')
    expect([again.statusCode, again.json().message]).toEqual([409, 'The address is confirmed already'])
    expect((await dashboard.browser().post('/auth/confirmation')).statusCode).toBe(401)
  })
})

describe('a forgotten password', () => {
  test('is replaced with the link in the e-mail, which signs out every browser and confirms the address', async () => {
    const { refreshToken } = (await dashboard.post('/auth/login', { email, password })).json()
    await forgot(email.toUpperCase())
    const answer = await dashboard
      .browser()
      .post('/auth/reset-password', { token: await linkIn('reset-password'), password: newPassword })
    expect(answer.statusCode).toBe(204)
    expect((await ada.get('/auth/session')).statusCode).toBe(401)
    expect((await dashboard.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
    expect(await signIn(password)).toBe(401)
    expect(await signIn(newPassword, ada)).toBe(200)
    expect(await who(ada)).toMatchObject({ emailConfirmed: true })
    const subjects = (await dashboard.mails(email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  test('gets the same response for an unknown address, which gets no e-mail', async () => {
    const unknown = `nobody${accounts}@example.com`
    const [known, nobody] = [await forgot(email), await forgot(unknown)]
    expect(known.statusCode).toBe(202)
    expect(nobody.body).toBe(known.body)
    expect(Object.keys(nobody.headers)).toEqual(Object.keys(known.headers))
    expect(await dashboard.mails(unknown)).toEqual([])
  })

  test('runs the same statements for a known and an unknown address', async () => {
    const watched = dashboard.services.db
    const queries: string[][] = []
    for (const address of [email, `nobody${accounts}@example.com`]) {
      const seen: string[] = []
      const insert: typeof watched.insert = (table) => {
        seen.push('insert')
        return watched.insert(table)
      }
      const select = (...fields: Parameters<typeof watched.select>) => {
        seen.push('select')
        return watched.select(...fields)
      }
      dashboard.services.db = Object.assign(Object.create(watched) as typeof watched, { insert, select })
      await forgot(address)
      queries.push(seen)
    }
    dashboard.services.db = watched
    expect(queries[0]).toEqual(queries[1])
    expect(queries[0]!.length).toBeGreaterThan(0)
  })

  test('sends a limited number of e-mails to an address', async () => {
    for (let index = 0; index < 6; index++)
      expect((await forgot(email, dashboard.browser(`192.0.2.${index}`))).statusCode).toBe(202)
    const mails = await dashboard.mails(email)
    expect(mails.filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(3)
  })

  test('can be reported by one client a limited number of times', async () => {
    const statuses = []
    for (let index = 0; index < 21; index++)
      statuses.push((await forgot(`user${index}@example.com`)).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429])
  })

  test('accepts a link once, even by concurrent requests, and within one hour', async () => {
    await forgot(email)
    const token = await linkIn('reset-password')
    const uses = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        dashboard.browser().post('/auth/reset-password', { token, password: `${newPassword} ${index}` }),
      ),
    )
    expect(uses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 400, 400])

    await forgot(email)
    const late = await linkIn('reset-password')
    dashboard.advance(hourMs)
    const answer = await ada.post('/auth/reset-password', { token: late, password: newPassword })
    expect(answer.json().message).toBe('The link has expired or was used already')
  })

  test('invalidates all older links once it is replaced', async () => {
    await forgot(email)
    const older = await linkIn('reset-password')
    await forgot(email)
    const newer = await linkIn('reset-password')
    expect(newer).not.toBe(older)
    expect((await ada.post('/auth/reset-password', { token: newer, password: newPassword })).statusCode).toBe(
      204,
    )
    expect((await ada.post('/auth/reset-password', { token: older, password })).statusCode).toBe(400)
  })

  test('is not replaced with a too short one, and the link stays valid', async () => {
    await forgot(email)
    const token = await linkIn('reset-password')
    const short = await ada.post('/auth/reset-password', { token, password: 'short' })
    expect(short.json()).toEqual([expect.objectContaining({ property: 'password' })])
    expect((await ada.post('/auth/reset-password', { token, password: newPassword })).statusCode).toBe(204)
  })
})

describe('a password', () => {
  test('is changed with the current password, which signs out all other browsers', async () => {
    const other = dashboard.browser()
    await signIn(password, other)
    const changed = await ada.post('/auth/change-password', { password, newPassword })
    expect(changed.statusCode).toBe(204)
    expect((await ada.get('/auth/session')).statusCode).toBe(200)
    expect((await other.get('/auth/session')).statusCode).toBe(401)
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 200])
    expect((await dashboard.mails(email))[0]!.subject).toBe('Your password was changed')
  })

  test('is not changed without the current password, and guesses are limited', async () => {
    const statuses = []
    for (let index = 0; index < 11; index++) {
      const answer = await ada.post('/auth/change-password', { password: `wrong ${index}`, newPassword })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await ada.get('/auth/session')).statusCode).toBe(200)
    expect(
      (await dashboard.browser().post('/auth/change-password', { password, newPassword })).statusCode,
    ).toBe(401)
  })
})

test('an export has everything that the server stores, and no credentials', async () => {
  const { token, refreshToken } = (await dashboard.post('/auth/login', { email, password })).json()
  const answer = await ada.get('/auth/export')
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="waypost-account.json"',
    'cache-control': 'no-store',
  })
  expect(answer.json()).toMatchObject({
    account: { email, emailConfirmedAt: null },
    sessions: [{ isCurrent: true, userAgent: 'Test/1.0' }],
    logins: [{ expiresAt: expect.any(String) }],
  })
  for (const secret of [token, refreshToken, ada.cookie!.split('=')[1]!, 'argon2'])
    expect(answer.body).not.toContain(secret)
})

test('the token of a link is only in the e-mail, and not in the database', async () => {
  await forgot(email)
  const token = await linkIn('reset-password')
  const { rows } = await dashboard.database
    .connectAsOwner()
    .db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text || encode(token_hash, 'escape') as row from accounts.mailed_tokens t`,
    )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ row }) => row).join('')).not.toContain(token)
})

test('expired links and e-mails are deleted', async () => {
  await forgot(email)
  await dashboard.mails()
  dashboard.advance(24 * hourMs)
  await deleteExpired(dashboard.services)
  const { rows } = await dashboard.database
    .connectAsOwner()
    .db.execute(
      sql`select token_hash::text from accounts.mailed_tokens union all select id::text from accounts.system_emails`,
    )
  expect(rows).toEqual([])
})
