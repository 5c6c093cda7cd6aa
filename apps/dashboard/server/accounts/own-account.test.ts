import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openAccountBed } from '../test-account-bed.ts'
import { password } from '../create-test-dashboard.ts'
import { deleteExpired } from '../delete-expired.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import type { TestBrowser } from '../test-browser.ts'

const hourMs = 60 * 60_000
const newPassword = 'another horse battery'

const bed = openAccountBed()

const linkIn = (path: string, to = bed.email) => mailedTokenOf(bed.dashboard, path, to)
const who = async (browser: TestBrowser) => (await browser.get('/auth/session')).json().account
const signIn = async (given: string, browser = bed.dashboard.browser()) =>
  (await browser.post('/auth/sign-in', { email: bed.email, password: given })).statusCode
const forgot = (address: string, browser = bed.dashboard.browser()) =>
  browser.post('/auth/forgot-password', { email: address })

describe('the e-mail address of an account', () => {
  test('is confirmed by the link in the e-mail, in any browser', async () => {
    expect(await who(bed.ada)).toMatchObject({ emailConfirmed: false })
    const answer = await bed.dashboard
      .browser()
      .post('/auth/confirm-email', { token: await linkIn('confirm-email') })
    expect([answer.statusCode, answer.json()]).toEqual([200, { email: bed.email, held: true }])
    expect(await who(bed.ada)).toMatchObject({ emailConfirmed: true })
  })

  test('is confirmed once, within a day, and only by its own link', async () => {
    const used = await linkIn('confirm-email')
    await bed.ada.post('/auth/confirm-email', { token: used })
    await forgot(bed.email)
    const late = await bed.dashboard.signUp(`late${bed.number}@example.com`)
    const old = await linkIn('confirm-email', `late${bed.number}@example.com`)
    const others = await linkIn('reset-password')
    bed.dashboard.advance(24 * hourMs)
    for (const token of [used, old, others, 'x', 'A'.repeat(43)]) {
      const answer = await bed.ada.post('/auth/confirm-email', { token })
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
    for (let index = 0; index < 6; index++)
      statuses.push((await bed.ada.post('/auth/confirmation')).statusCode)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    await bed.ada.post('/auth/confirm-email', { token: await linkIn('confirm-email') })
    bed.dashboard.advance(hourMs)
    const again = await bed.ada.post('/auth/confirmation')
    expect([again.statusCode, again.json().message]).toEqual([409, 'The address is confirmed already'])
    expect((await bed.dashboard.browser().post('/auth/confirmation')).statusCode).toBe(401)
  })
})

describe('a forgotten password', () => {
  test('is replaced with the link in the e-mail, which signs out every browser and confirms the address', async () => {
    const { refreshToken } = (await bed.dashboard.post('/auth/login', { email: bed.email, password })).json()
    await forgot(bed.email.toUpperCase())
    const answer = await bed.dashboard
      .browser()
      .post('/auth/reset-password', { token: await linkIn('reset-password'), password: newPassword })
    expect(answer.statusCode).toBe(204)
    expect((await bed.ada.get('/auth/session')).statusCode).toBe(401)
    expect((await bed.dashboard.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
    expect(await signIn(password)).toBe(401)
    expect(await signIn(newPassword, bed.ada)).toBe(200)
    expect(await who(bed.ada)).toMatchObject({ emailConfirmed: true })
    const subjects = (await bed.dashboard.mails(bed.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  test('gets the same response for an unknown address, which gets no e-mail', async () => {
    const unknown = `nobody${bed.number}@example.com`
    const [known, nobody] = [await forgot(bed.email), await forgot(unknown)]
    expect(known.statusCode).toBe(202)
    expect(nobody.body).toBe(known.body)
    expect(Object.keys(nobody.headers)).toEqual(Object.keys(known.headers))
    expect(await bed.dashboard.mails(unknown)).toEqual([])
  })

  test('runs the same statements for a known and an unknown address', async () => {
    const watched = bed.dashboard.services.db
    const queries: string[][] = []
    for (const address of [bed.email, `nobody${bed.number}@example.com`]) {
      const seen: string[] = []
      const insert: typeof watched.insert = (table) => {
        seen.push('insert')
        return watched.insert(table)
      }
      const select = (...fields: Parameters<typeof watched.select>) => {
        seen.push('select')
        return watched.select(...fields)
      }
      bed.dashboard.services.db = Object.assign(Object.create(watched) as typeof watched, { insert, select })
      await forgot(address)
      queries.push(seen)
    }
    bed.dashboard.services.db = watched
    expect(queries[0]).toEqual(queries[1])
    expect(queries[0]!.length).toBeGreaterThan(0)
  })

  test('sends a limited number of e-mails to an address', async () => {
    for (let index = 0; index < 6; index++)
      expect((await forgot(bed.email, bed.dashboard.browser(`192.0.2.${index}`))).statusCode).toBe(202)
    const mails = await bed.dashboard.mails(bed.email)
    expect(mails.filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(3)
  })

  test('can be reported by one client a limited number of times', async () => {
    const statuses = []
    for (let index = 0; index < 21; index++)
      statuses.push((await forgot(`user${index}@example.com`)).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429])
  })

  test('accepts a link once, even by concurrent requests, and within one hour', async () => {
    await forgot(bed.email)
    const token = await linkIn('reset-password')
    const uses = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        bed.dashboard.browser().post('/auth/reset-password', { token, password: `${newPassword} ${index}` }),
      ),
    )
    expect(uses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 400, 400])

    await forgot(bed.email)
    const late = await linkIn('reset-password')
    bed.dashboard.advance(hourMs)
    const answer = await bed.ada.post('/auth/reset-password', { token: late, password: newPassword })
    expect(answer.json().message).toBe('The link has expired or was used already')
  })

  test('invalidates all older links once it is replaced', async () => {
    await forgot(bed.email)
    const older = await linkIn('reset-password')
    await forgot(bed.email)
    const newer = await linkIn('reset-password')
    expect(newer).not.toBe(older)
    expect(
      (await bed.ada.post('/auth/reset-password', { token: newer, password: newPassword })).statusCode,
    ).toBe(204)
    expect((await bed.ada.post('/auth/reset-password', { token: older, password })).statusCode).toBe(400)
  })

  test('is not replaced with a too short one, and the link stays valid', async () => {
    await forgot(bed.email)
    const token = await linkIn('reset-password')
    const short = await bed.ada.post('/auth/reset-password', { token, password: 'short' })
    expect(short.json()).toEqual([expect.objectContaining({ property: 'password' })])
    expect((await bed.ada.post('/auth/reset-password', { token, password: newPassword })).statusCode).toBe(
      204,
    )
  })
})

describe('a password', () => {
  test('is changed with the current password, which signs out all other browsers', async () => {
    const other = bed.dashboard.browser()
    await signIn(password, other)
    const changed = await bed.ada.post('/auth/change-password', { password, newPassword })
    expect(changed.statusCode).toBe(204)
    expect((await bed.ada.get('/auth/session')).statusCode).toBe(200)
    expect((await other.get('/auth/session')).statusCode).toBe(401)
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 200])
    expect((await bed.dashboard.mails(bed.email))[0]!.subject).toBe('Your password was changed')
  })

  test('is not changed without the current password, and guesses are limited', async () => {
    const statuses = []
    for (let index = 0; index < 11; index++) {
      const answer = await bed.ada.post('/auth/change-password', { password: `wrong ${index}`, newPassword })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await bed.ada.get('/auth/session')).statusCode).toBe(200)
    expect(
      (await bed.dashboard.browser().post('/auth/change-password', { password, newPassword })).statusCode,
    ).toBe(401)
  })
})

test('an export has everything that the server stores, and no credentials', async () => {
  const { token, refreshToken } = (
    await bed.dashboard.post('/auth/login', { email: bed.email, password })
  ).json()
  const answer = await bed.ada.get('/auth/export')
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="waypost-account.json"',
    'cache-control': 'no-store',
  })
  expect(answer.json()).toMatchObject({
    account: { email: bed.email, emailConfirmedAt: null },
    sessions: [{ isCurrent: true, userAgent: 'Test/1.0' }],
    logins: [{ expiresAt: expect.any(String) }],
    notifications: expect.arrayContaining([{ kind: 'webhooks', isOn: true }]),
  })
  for (const secret of [token, refreshToken, bed.ada.cookie!.split('=')[1]!, 'argon2'])
    expect(answer.body).not.toContain(secret)
})

test('the token of a link is only in the e-mail, and not in the database', async () => {
  await forgot(bed.email)
  const token = await linkIn('reset-password')
  const { rows } = await bed.dashboard.database
    .connectAsOwner()
    .db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text || encode(token_hash, 'escape') as row from accounts.mailed_tokens t`,
    )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ row }) => row).join('')).not.toContain(token)
})

test('expired links and e-mails are deleted', async () => {
  await forgot(bed.email)
  await bed.dashboard.mails()
  bed.dashboard.advance(24 * hourMs)
  await deleteExpired(bed.dashboard.services)
  const { rows } = await bed.dashboard.database
    .connectAsOwner()
    .db.execute(
      sql`select token_hash::text from accounts.mailed_tokens union all select id::text from accounts.system_emails`,
    )
  expect(rows).toEqual([])
})
