import { beforeEach, describe, expect, test } from 'vitest'
import { openAccountBed } from '../test-account-bed.ts'
import { password } from '../create-test-dashboard.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import type { TestBrowser } from '../test-browser.ts'
import { challengeIn, codeOf, switchOn, wrongCodeOf } from '../two-factor/test-two-factor.ts'
import { whoIs } from './test-sessions.ts'

const stepMs = 30_000
const minuteMs = 60_000
const wrong = { statusCode: 401, message: 'The code is wrong or was used already', error: 'Unauthorized' }

const bed = openAccountBed()
let secret: string
let recoveryCodes: string[]
beforeEach(async () => {
  ;({ secret, recoveryCodes } = await switchOn(bed.dashboard, bed.ada, bed.email))
})

const enter = (browser: TestBrowser, challenge: string, code: string) =>
  browser.post('/auth/sign-in/code', { challenge, code })

/** Signs in with one code in a browser of its own. */
async function signIn(code: string, address?: string): Promise<number> {
  const browser = bed.dashboard.browser(address)
  return (await enter(browser, await challengeIn(browser, bed.email), code)).statusCode
}

describe('signing in to an account with a second step', () => {
  test('opens no session for the password alone, and one for a code after it', async () => {
    const browser = bed.dashboard.browser()
    const first = await browser.post('/auth/sign-in', { email: bed.email, password })
    expect(first.statusCode).toBe(202)
    expect(first.json()).toEqual({
      challenge: expect.any(String),
      expiresAt: expect.any(String),
      hasPasskeys: false,
    })
    expect([browser.cookie, await whoIs(browser)]).toEqual([undefined, 401])
    const code = codeOf(bed.dashboard, secret)
    const second = await enter(browser, first.json().challenge, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(second.json()).toMatchObject({
      account: { email: bed.email },
      session: { id: expect.any(String) },
    })
    expect(await whoIs(browser)).toBe(200)
  })

  test('asks for no code after a wrong password', async () => {
    const answer = await bed.dashboard
      .browser()
      .post('/auth/sign-in', { email: bed.email, password: 'not the one' })
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Invalid email or password'])
  })

  test('accepts the codes of one step before and after, and none further away', async () => {
    expect(await signIn(codeOf(bed.dashboard, secret, 2))).toBe(401)
    expect(await signIn(codeOf(bed.dashboard, secret, 1))).toBe(200)
    bed.dashboard.advance(3 * stepMs)
    expect(await signIn(codeOf(bed.dashboard, secret, -2))).toBe(401)
    expect(await signIn(codeOf(bed.dashboard, secret, -1))).toBe(200)
  })

  test('accepts a code once, and no earlier one after it', async () => {
    const [before, now] = [codeOf(bed.dashboard, secret, -1), codeOf(bed.dashboard, secret)]
    expect(await signIn(now)).toBe(200)
    expect([await signIn(now), await signIn(before)]).toEqual([401, 401])
  })

  test('accepts a code once among simultaneous uses', async () => {
    const code = codeOf(bed.dashboard, secret)
    const statuses = await Promise.all(Array.from({ length: 6 }, () => signIn(code)))
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401])
  })

  test('accepts a recovery code once however it is typed, and tells its owner', async () => {
    const [code] = recoveryCodes
    const typed = ` ${code!.toUpperCase().replaceAll('-', ' ')} `
    const statuses = await Promise.all([typed, code!, typed].map((given) => signIn(given)))
    expect(statuses.toSorted()).toEqual([200, 401, 401])
    expect((await bed.ada.get('/auth/two-factor')).json().recoveryCodesLeft).toBe(9)
    const mails = (await bed.dashboard.mails(bed.email)).filter(
      ({ subject }) => subject === 'A recovery code was used',
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.bodyText).toContain('9 of 10 are left')
  })

  test('gives every wrong code the same answer', async () => {
    const used = codeOf(bed.dashboard, secret)
    await signIn(used)
    await signIn(recoveryCodes[0]!)
    const browser = bed.dashboard.browser()
    const challenge = await challengeIn(browser, bed.email)
    for (const code of [
      used,
      wrongCodeOf(bed.dashboard, secret),
      '12',
      recoveryCodes[0]!,
      'aaaa-aaaa-aaaa-aaaa',
    ])
      expect((await enter(browser, challenge, code)).json()).toEqual(wrong)
    expect(browser.cookie).toBeUndefined()
  })
})

describe('a challenge', () => {
  test('lasts for five minutes', async () => {
    const browser = bed.dashboard.browser()
    const challenge = await challengeIn(browser, bed.email)
    bed.dashboard.advance(5 * minuteMs - 1)
    expect((await enter(browser, challenge, wrongCodeOf(bed.dashboard, secret))).statusCode).toBe(401)
    bed.dashboard.advance(1)
    const late = await enter(browser, challenge, codeOf(bed.dashboard, secret))
    expect([late.statusCode, late.json().message]).toEqual([
      400,
      'Signing in took too long. Enter your password again',
    ])
  })

  test('is bound to its account', async () => {
    const other = `grace${bed.number}@example.com`
    const grace = await switchOn(bed.dashboard, await bed.dashboard.signUp(other), other)
    const browser = bed.dashboard.browser()
    const challenge = await challengeIn(browser, other)
    expect((await enter(browser, challenge, codeOf(bed.dashboard, secret))).statusCode).toBe(401)
    expect((await enter(browser, challenge, recoveryCodes[0]!)).statusCode).toBe(401)
    const entered = await enter(browser, challenge, codeOf(bed.dashboard, grace.secret))
    expect(entered.json()).toMatchObject({ account: { email: other } })
  })

  test.each(['x', 'v1.test.AAAA', `v1.test.${'A'.repeat(200)}`])(
    'that is made up is refused: %s',
    async (given) => {
      expect((await enter(bed.dashboard.browser(), given, codeOf(bed.dashboard, secret))).statusCode).toBe(
        400,
      )
    },
  )

  test('that was sealed for another purpose is refused', async () => {
    const { keyring, clock } = bed.dashboard.services
    const { id } = (await bed.ada.get('/auth/session')).json().account
    const content = { id, email: bed.email, tokenEpoch: 0, expiresAt: clock.now() + minuteMs }
    const sealed = keyring.seal(JSON.stringify(content), 'another purpose')
    expect((await enter(bed.dashboard.browser(), sealed, codeOf(bed.dashboard, secret))).statusCode).toBe(400)
  })

  test('ends when the password is changed, and when the account signs out everywhere', async () => {
    for (const end of [
      () => bed.ada.post('/auth/change-password', { password, newPassword: password }),
      () => bed.ada.delete('/auth/sessions'),
    ]) {
      const browser = bed.dashboard.browser()
      const challenge = await challengeIn(browser, bed.email)
      expect((await end()).statusCode).toBe(204)
      expect((await enter(browser, challenge, codeOf(bed.dashboard, secret))).statusCode).toBe(400)
    }
  })
})

/** Enters wrong codes with the challenge of another client, so that only these are counted. */
async function guess(times: number, address: string): Promise<number[]> {
  const browser = bed.dashboard.browser(address)
  const challenge = await challengeIn(browser, bed.email)
  const answers = await Promise.all(
    Array.from({ length: times }, () => enter(browser, challenge, wrongCodeOf(bed.dashboard, secret))),
  )
  return answers.map(({ statusCode }) => statusCode)
}

describe('wrong codes', () => {
  test('are limited to ten for a client and account, however many are sent at a time', async () => {
    const statuses = await guess(16, '203.0.113.1')
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    expect(await signIn(codeOf(bed.dashboard, secret), '203.0.113.1')).toBe(429)
    expect(await signIn(codeOf(bed.dashboard, secret), '203.0.113.2')).toBe(200)
    bed.dashboard.advance(15 * minuteMs)
    expect(await signIn(codeOf(bed.dashboard, secret), '203.0.113.1')).toBe(200)
  })

  test('are limited to fifty a day for an account, whose owner still gets in with a recovery code', async () => {
    for (let client = 1; client <= 5; client++)
      expect(await guess(10, `203.0.113.${client}`)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(await guess(1, '203.0.113.6')).toEqual([429])
    expect(await signIn(codeOf(bed.dashboard, secret))).toBe(429)
    expect(await signIn(recoveryCodes[0]!)).toBe(200)
    bed.dashboard.advance(24 * 60 * minuteMs)
    expect(await signIn(codeOf(bed.dashboard, secret))).toBe(200)
  })
})

describe('a second step', () => {
  test('stays when the password is reset', async () => {
    await bed.dashboard.browser().post('/auth/forgot-password', { email: bed.email })
    const token = await mailedTokenOf(bed.dashboard, 'reset-password', bed.email)
    const reset = await bed.dashboard.browser().post('/auth/reset-password', { token, password })
    expect(reset.statusCode).toBe(204)
    expect(await signIn(codeOf(bed.dashboard, secret))).toBe(200)
  })

  test('is asked of programs too, which send the code with the password', async () => {
    const logIn = (body: object) => bed.dashboard.post('/auth/login', { email: bed.email, password, ...body })
    const without = await logIn({})
    expect([without.statusCode, without.json().message]).toEqual([403, 'A code is required'])
    expect((await logIn({ code: wrongCodeOf(bed.dashboard, secret) })).json()).toEqual(wrong)
    const code = codeOf(bed.dashboard, secret)
    expect((await logIn({ code })).json()).toMatchObject({ token: expect.any(String) })
    expect((await logIn({ code })).json()).toEqual(wrong)
  })
})
