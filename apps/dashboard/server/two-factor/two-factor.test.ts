import { sql } from 'drizzle-orm'
import { URI } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAccountBed } from '../test-account-bed.ts'
import { password } from '../create-test-dashboard.ts'
import { deleteExpired } from '../delete-expired.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import { challengeIn, codeOf, confirmEmailOf, switchOn, wrongCodeOf } from './test-two-factor.ts'

const stepMs = 30_000
const hourMs = 60 * 60_000
const off = { isOn: false, since: null, recoveryCodesLeft: 0 }

const bed = openAccountBed()

const state = async () => (await bed.ada.get('/auth/two-factor')).json()
const subjects = async () => (await bed.dashboard.mails(bed.email)).map(({ subject }) => subject)
const setUp = (given = password) => bed.ada.post('/auth/two-factor/set-up', { password: given })
const confirm = (code: string) => bed.ada.post('/auth/two-factor/confirm', { code })
const wrong = { statusCode: 403, message: 'The code is wrong or was used already', error: 'Forbidden' }

describe('switching two-factor authentication on', () => {
  test('takes the password and a code of the app, returns ten recovery codes, and sends an email', async () => {
    await confirmEmailOf(bed.dashboard, bed.email)
    const key = await setUp()
    expect([key.statusCode, key.headers['cache-control']]).toEqual([200, 'no-store'])
    const { secret, uri } = key.json()
    expect(URI.parse(uri)).toMatchObject({ issuer: 'Waypost', label: bed.email, digits: 6, period: 30 })
    expect(uri).toContain(`secret=${secret}`)
    expect(await state()).toEqual(off)
    const confirmed = await confirm(codeOf(bed.dashboard, secret))
    expect([confirmed.statusCode, confirmed.headers['cache-control']]).toEqual([200, 'no-store'])
    const { recoveryCodes } = confirmed.json()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z\d]{4}(?:-[a-z\d]{4}){3}$/)
    expect(await state()).toEqual({ isOn: true, since: expect.any(String), recoveryCodesLeft: 10 })
    expect((await bed.ada.get('/auth/export')).json().account.twoFactorSince).toBe((await state()).since)
    expect((await subjects())[0]).toBe('Two-factor authentication is on')
  })

  test('stores neither the key nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await switchOn(bed.dashboard, bed.ada, bed.email)
    const { rows } = await bed.dashboard.database
      .connectAsOwner()
      .db.execute(
        sql`select f::text || r::text as stored from accounts.totp_factors f join accounts.recovery_codes r using (account_id)`,
      )
    const stored = JSON.stringify(rows)
    expect(rows).toHaveLength(10)
    for (const plain of [secret, ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])])
      expect(stored).not.toContain(plain)
  })

  test('is refused with a wrong password, a wrong code, and before the email address is confirmed', async () => {
    const early = await setUp()
    expect([early.statusCode, early.json().message]).toEqual([403, 'Confirm your email address first'])
    await confirmEmailOf(bed.dashboard, bed.email)
    expect((await setUp('not the one')).json().message).toBe('The password is wrong')
    const none = await confirm('123456')
    expect([none.statusCode, none.json().error]).toEqual([409, 'Conflict'])
    const { secret } = (await setUp()).json()
    expect((await confirm(wrongCodeOf(bed.dashboard, secret))).json()).toEqual(wrong)
    expect(await state()).toEqual(off)
    expect(await subjects()).toEqual([])
  })

  test('is refused to whoever registered the address of somebody else, also once its owner confirms it', async () => {
    const owner = bed.dashboard.browser()
    await owner.post('/auth/confirm-email', {
      token: await mailedTokenOf(bed.dashboard, 'confirm-email', bed.email),
    })
    const stranger = await setUp()
    expect([stranger.statusCode, stranger.json().message]).toEqual([
      403,
      'Set a new password by email first (“Forgot your password?”): it shows that the mailbox is yours',
    ])
    await owner.post('/auth/forgot-password', { email: bed.email })
    const token = await mailedTokenOf(bed.dashboard, 'reset-password', bed.email)
    await owner.post('/auth/reset-password', { token, password: 'a password of the owner' })
    await owner.post('/auth/sign-in', { email: bed.email, password: 'a password of the owner' })
    const allowed = await owner.post('/auth/two-factor/set-up', { password: 'a password of the owner' })
    expect(allowed.statusCode).toBe(200)
  })

  test('is allowed to whoever opens the mailed link in the browser that is signed in', async () => {
    await bed.ada.post('/auth/confirm-email', {
      token: await mailedTokenOf(bed.dashboard, 'confirm-email', bed.email),
    })
    expect((await setUp()).statusCode).toBe(200)
  })

  test('takes the key of the last set-up only, for an hour, and none while it is on', async () => {
    await confirmEmailOf(bed.dashboard, bed.email)
    const first = (await setUp()).json().secret
    const second = (await setUp()).json().secret
    expect((await confirm(codeOf(bed.dashboard, first))).json()).toEqual(wrong)
    bed.dashboard.advance(hourMs)
    expect((await confirm(codeOf(bed.dashboard, second))).statusCode).toBe(409)
    await deleteExpired(bed.dashboard.services)
    const { rows } = await bed.dashboard.services.db.execute(sql`select from accounts.totp_factors`)
    expect(rows).toEqual([])
    await switchOn(bed.dashboard, bed.ada, bed.email)
    expect((await setUp()).statusCode).toBe(409)
    bed.dashboard.advance(hourMs)
    await deleteExpired(bed.dashboard.services)
    expect(await state()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  })
})

describe('switching it off and replacing the recovery codes', () => {
  let secret: string
  let recoveryCodes: string[]
  beforeEach(async () => {
    ;({ secret, recoveryCodes } = await switchOn(bed.dashboard, bed.ada, bed.email))
  })
  const paths = ['/auth/two-factor/switch-off', '/auth/two-factor/recovery-codes']

  test.each(paths)('%s needs both the password and a code', async (path) => {
    const code = codeOf(bed.dashboard, secret)
    expect((await bed.ada.post(path, { password: 'not the one', code })).json().message).toBe(
      'The password is wrong',
    )
    expect((await bed.ada.post(path, { password, code: wrongCodeOf(bed.dashboard, secret) })).json()).toEqual(
      wrong,
    )
    expect((await bed.ada.post(path, { password, code: 'aaaa-aaaa-aaaa-aaaa' })).json()).toEqual(wrong)
    expect((await bed.ada.post(path, { password })).statusCode).toBe(400)
    expect((await bed.dashboard.browser().post(path, { password, code })).statusCode).toBe(401)
    expect(await state()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    // A code is not used up by an attempt with a wrong password.
    expect((await bed.ada.post(path, { password, code })).statusCode).toBeLessThan(300)
  })

  test('new recovery codes replace the earlier ones, and an email says so', async () => {
    const renewed = await bed.ada.post(paths[1]!, { password, code: codeOf(bed.dashboard, secret) })
    const { recoveryCodes: next } = renewed.json()
    expect(new Set([...recoveryCodes, ...next]).size).toBe(20)
    expect((await subjects())[0]).toBe('Your recovery codes were replaced')
    const browser = bed.dashboard.browser()
    const challenge = await challengeIn(browser, bed.email)
    const enter = (code: string) => browser.post('/auth/sign-in/code', { challenge, code })
    expect((await enter(recoveryCodes[0]!)).statusCode).toBe(401)
    expect((await enter(next[0])).statusCode).toBe(200)
  })

  test('switched off, signing in takes the password alone again, and an email says so', async () => {
    const challenge = await challengeIn(bed.dashboard.browser(), bed.email)
    expect(
      (await bed.ada.post(paths[0]!, { password, code: codeOf(bed.dashboard, secret) })).statusCode,
    ).toBe(204)
    expect(await state()).toEqual(off)
    expect((await subjects())[0]).toBe('Two-factor authentication is off')
    const browser = bed.dashboard.browser()
    expect((await browser.post('/auth/sign-in', { email: bed.email, password })).statusCode).toBe(200)
    bed.dashboard.advance(stepMs)
    const late = await browser.post('/auth/sign-in/code', { challenge, code: recoveryCodes[0] })
    expect(late.statusCode).toBe(400)
    const again = await bed.ada.post(paths[0]!, { password, code: codeOf(bed.dashboard, secret) })
    expect(again.statusCode).toBe(409)
  })

  test('a recovery code works in place of the app, which may be lost', async () => {
    expect((await bed.ada.post(paths[0]!, { password, code: recoveryCodes[3] })).statusCode).toBe(204)
    expect(await state()).toEqual(off)
  })

  test('another account has no part in it', async () => {
    const grace = await bed.dashboard.signUp(`grace${bed.number}@example.com`)
    expect((await grace.get('/auth/two-factor')).json()).toEqual(off)
    const answer = await grace.post(paths[0]!, { password, code: codeOf(bed.dashboard, secret) })
    expect(answer.statusCode).toBe(409)
    expect(await state()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  })
})
