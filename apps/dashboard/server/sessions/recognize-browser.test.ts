import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openAccountBed } from '../test-account-bed.ts'
import { password } from '../create-test-dashboard.ts'
import { deleteExpired } from '../delete-expired.ts'
import type { TestBrowser } from '../test-browser.ts'
import { challengeIn, codeOf, confirmEmailOf, switchOn } from '../two-factor/test-two-factor.ts'

const hourMs = 60 * 60_000
const subject = 'New sign-in to your account'

const bed = openAccountBed()
beforeEach(async () => {
  await confirmEmailOf(bed.dashboard, bed.email)
})

const signIn = (browser: TestBrowser, as = bed.email) =>
  browser.post('/auth/sign-in', { email: as, password })
const told = async (to = bed.email) =>
  (await bed.dashboard.mails(to)).filter((mail) => mail.subject === subject)

test('a sign-in in a new browser is told to the owner, with its time and IP address', async () => {
  const browser = bed.dashboard.browser('203.0.113.7')
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
  await bed.ada.delete('/auth/session')
  bed.dashboard.advance(365 * 24 * hourMs - 1)
  await deleteExpired(bed.dashboard.services)
  await signIn(bed.ada)
  bed.dashboard.advance(365 * 24 * hourMs - 1)
  await signIn(bed.ada)
  expect(await told()).toEqual([])
  bed.dashboard.advance(365 * 24 * hourMs)
  await signIn(bed.ada)
  expect(await told()).toHaveLength(1)
})

test('a browser is known for each account that has signed in there, and for no other', async () => {
  const other = `grace${bed.number}@example.com`
  await bed.dashboard.signUp(other)
  await confirmEmailOf(bed.dashboard, other)
  for (let round = 0; round < 2; round++) for (const as of [bed.email, other]) await signIn(bed.ada, as)
  expect([await told(), await told(other)]).toEqual([[], [expect.anything()]])
})

test('a wrong password makes no browser known and tells nobody', async () => {
  const browser = bed.dashboard.browser()
  await browser.post('/auth/sign-in', { email: bed.email, password: 'not the one' })
  expect([browser.browserCookie, await told()]).toEqual([undefined, []])
})

test('an address that nobody has confirmed gets no such email', async () => {
  const other = `grace${bed.number}@example.com`
  await bed.dashboard.signUp(other)
  await signIn(bed.dashboard.browser(), other)
  expect(await told(other)).toEqual([])
})

test('an account with a second step is told once the code is right, not before', async () => {
  const { secret } = await switchOn(bed.dashboard, bed.ada, bed.email)
  const browser = bed.dashboard.browser()
  const challenge = await challengeIn(browser, bed.email)
  expect([browser.browserCookie, await told()]).toEqual([undefined, []])
  await browser.post('/auth/sign-in/code', { challenge, code: codeOf(bed.dashboard, secret) })
  expect(await told()).toHaveLength(1)
})

test('simultaneous sign-ins in new browsers all succeed, and leave twenty browsers known', async () => {
  // Each with an address of its own, since those of one client are counted against guesses.
  const browsers = Array.from({ length: 60 }, (_, index) => bed.dashboard.browser(`203.0.113.${index}`))
  const answers = await Promise.all(browsers.map((browser) => signIn(browser)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(browsers.map(() => 200))
  const { rows } = await bed.dashboard.services.db.execute(sql`select from accounts.known_browsers`)
  expect(rows).toHaveLength(20)
})

test('signing out everywhere forgets the browsers', async () => {
  await bed.ada.delete('/auth/sessions')
  await signIn(bed.ada)
  expect(await told()).toHaveLength(1)
})

test('a mailbox gets ten such emails an hour, and an account remembers twenty browsers', async () => {
  for (let index = 0; index < 25; index++) {
    bed.dashboard.advance(1)
    await signIn(bed.dashboard.browser())
  }
  expect(await told()).toHaveLength(10)
  const { rows } = await bed.dashboard.services.db.execute(sql`select from accounts.known_browsers`)
  expect(rows).toHaveLength(20)
  bed.dashboard.advance(hourMs)
  await signIn(bed.dashboard.browser())
  expect(await told()).toHaveLength(11)
})
