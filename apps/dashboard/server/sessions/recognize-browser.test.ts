import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import { deleteExpired } from '../delete-expired.ts'
import type { TestBrowser } from '../test-browser.ts'
import { challengeIn, codeOf, confirmEmailOf, switchOn } from '../two-factor/test-two-factor.ts'

const hourMs = 60 * 60_000
const subject = 'New sign-in to your account'

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
  await confirmEmailOf(dashboard, email)
})

const signIn = (browser: TestBrowser, as = email) => browser.post('/auth/sign-in', { email: as, password })
const told = async (to = email) => (await dashboard.mails(to)).filter((mail) => mail.subject === subject)

test('a sign-in in a new browser is told to the owner, with its time and IP address', async () => {
  const browser = dashboard.browser('203.0.113.7')
  expect((await signIn(browser)).statusCode).toBe(200)
  const mails = await told()
  expect(mails).toHaveLength(1)
  for (const part of [
    '203.0.113.7',
    '2026-11-01T12:00:00.500Z',
    'https://dashboard.example/account/security',
  ])
    expect(mails[0]!.bodyText).toContain(part)
  expect(mails[0]!.bodyText).not.toContain('Test/1.0')
})

test('a browser that has signed in before is known, also after signing out, for a year', async () => {
  await ada.delete('/auth/session')
  dashboard.advance(365 * 24 * hourMs - 1)
  await deleteExpired(dashboard.services)
  await signIn(ada)
  dashboard.advance(365 * 24 * hourMs - 1)
  await signIn(ada)
  expect(await told()).toEqual([])
  dashboard.advance(365 * 24 * hourMs)
  await signIn(ada)
  expect(await told()).toHaveLength(1)
})

test('a browser is known for each account that has signed in there, and for no other', async () => {
  const other = `grace${accounts}@example.com`
  await dashboard.signUp(other)
  await confirmEmailOf(dashboard, other)
  for (let round = 0; round < 2; round++) for (const as of [email, other]) await signIn(ada, as)
  expect([await told(), await told(other)]).toEqual([[], [expect.anything()]])
})

test('a wrong password makes no browser known and tells nobody', async () => {
  const browser = dashboard.browser()
  await browser.post('/auth/sign-in', { email, password: 'not the one' })
  expect([browser.browserCookie, await told()]).toEqual([undefined, []])
})

test('an address that nobody has confirmed gets no such email', async () => {
  const other = `grace${accounts}@example.com`
  await dashboard.signUp(other)
  await signIn(dashboard.browser(), other)
  expect(await told(other)).toEqual([])
})

test('an account with a second step is told once the code is right, not before', async () => {
  const { secret } = await switchOn(dashboard, ada, email)
  const browser = dashboard.browser()
  const challenge = await challengeIn(browser, email)
  expect([browser.browserCookie, await told()]).toEqual([undefined, []])
  await browser.post('/auth/sign-in/code', { challenge, code: codeOf(dashboard, secret) })
  expect(await told()).toHaveLength(1)
})

test('simultaneous sign-ins in new browsers all succeed, and leave twenty browsers known', async () => {
  // Each with an address of its own, since those of one client are counted against guesses.
  const browsers = Array.from({ length: 60 }, (_, index) => dashboard.browser(`203.0.113.${index}`))
  const answers = await Promise.all(browsers.map((browser) => signIn(browser)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(browsers.map(() => 200))
  const { rows } = await dashboard.services.db.execute(sql`select from accounts.known_browsers`)
  expect(rows).toHaveLength(20)
})

test('signing out everywhere forgets the browsers', async () => {
  await ada.delete('/auth/sessions')
  await signIn(ada)
  expect(await told()).toHaveLength(1)
})

test('a mailbox gets ten such emails an hour, and an account remembers twenty browsers', async () => {
  for (let index = 0; index < 25; index++) {
    dashboard.advance(1)
    await signIn(dashboard.browser())
  }
  expect(await told()).toHaveLength(10)
  const { rows } = await dashboard.services.db.execute(sql`select from accounts.known_browsers`)
  expect(rows).toHaveLength(20)
  dashboard.advance(hourMs)
  await signIn(dashboard.browser())
  expect(await told()).toHaveLength(11)
})
