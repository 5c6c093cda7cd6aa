import { beforeEach, describe, expect, test } from 'vitest'
import { password } from '../create-test-dashboard.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import { findSession } from '../sessions/find-session.ts'
import { openAccountBed } from '../test-account-bed.ts'
import { confirmEmailOf } from '../two-factor/test-two-factor.ts'
import { addPasskey } from './add-passkey.ts'
import { newPasskey } from './passkey.ts'
import { createTestAuthenticator, type TestAuthenticator } from './test-authenticator.ts'
import { addPasskeyIn } from './test-passkeys.ts'

const bed = openAccountBed()
let phone: TestAuthenticator
beforeEach(async () => {
  phone = createTestAuthenticator()
  await confirmEmailOf(bed.dashboard, bed.email)
})

const start = () => bed.ada.post('/auth/passkeys/options', { password })
const names = async (browser = bed.ada) =>
  (await browser.get('/auth/passkeys')).json().passkeys.map(({ name }: { name: string }) => name)
/** Sets the password by email, and returns a browser that signs in with it. */
const reset = async (hold: boolean) => {
  const browser = bed.dashboard.browser()
  await browser.post('/auth/forgot-password', { email: bed.email })
  const token = await mailedTokenOf(bed.dashboard, 'reset-password', bed.email)
  expect((await browser.post('/auth/reset-password', { token, password, hold })).statusCode).toBe(204)
  await browser.post('/auth/sign-in', { email: bed.email, password })
  return browser
}

test('every passkey is removed when the account is recovered, and none when the password is forgotten', async () => {
  await addPasskeyIn(bed.ada, phone)
  expect(await names(await reset(false))).toEqual(['Phone'])
  expect(await names(await reset(true))).toEqual([])
})

describe('a passkey that was begun before the account was recovered', () => {
  test('is added by no request that comes after', async () => {
    const made = phone.create((await start()).json())
    bed.ada = await reset(true)
    expect((await bed.ada.post('/auth/passkeys', { name: 'Phone', response: made })).statusCode).toBe(400)
    expect(await names()).toEqual([])
  })

  test.each([true, false])(
    'is added by no request of a session that has ended while its body came, with a hold: %s',
    async (hold) => {
      const { services } = bed.dashboard
      const { session } = (await findSession(services, bed.ada.cookie!.split('=')[1]!))!
      bed.ada = await reset(hold)
      const given = newPasskey.parse({ name: 'Phone', response: phone.create((await start()).json()) })
      await expect(addPasskey(services, session, given)).rejects.toThrow(
        'The account has changed in the meantime',
      )
      expect(await names()).toEqual([])
    },
  )
})
