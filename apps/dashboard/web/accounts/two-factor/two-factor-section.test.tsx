import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TwoFactor } from '../../client/accounts.ts'
import { at, session } from '../../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

const off: TwoFactor = { isOn: false, since: null, recoveryCodesLeft: 0 }
const on: TwoFactor = { isOn: true, since: at, recoveryCodesLeft: 10 }
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-ddd${index}`)
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Waypost:ada%40example.com?issuer=Waypost&secret=${secret}`
const wrongCode = refusal(403, { statusCode: 403, message: 'The code is wrong or was used already' })

beforeEach(() =>
  answer({
    'GET /auth/sessions': ok([]),
    'GET /auth/two-factor': ok(off),
    'GET /auth/passkeys': ok({ origin: null, passkeys: [] }),
  }),
)

const openDialog = async (button: string) => {
  const { user } = showPage('/account/security')
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

test('setting it up takes the password, then a code of the app, and ends with the recovery codes', async () => {
  answer({
    'POST /auth/two-factor/set-up': ok({ secret, uri }),
    'POST /auth/two-factor/confirm': wrongCode,
  })
  const { user, dialog } = await openDialog('Set up')
  await user.type(dialog.getByLabelText('Password'), ' a sentence ')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect((await dialog.findByRole('img')).getAttribute('aria-label')).toBe(
    'QR code for the authenticator app',
  )
  dialog.getByText(secret)
  expect(askedOf('POST /auth/two-factor/set-up')[0]!.body).toEqual({ password: ' a sentence ' })

  const field = dialog.getByLabelText('Code')
  expect(document.activeElement).toBe(field)
  await user.type(field, '123456')
  await user.click(dialog.getByRole('button', { name: 'Switch on' }))
  const note = await dialog.findByText('The code is wrong or was used already')
  await waitFor(() => expect(document.activeElement!.contains(note)).toBe(true))

  answer({ 'POST /auth/two-factor/confirm': ok({ recoveryCodes }), 'GET /auth/two-factor': ok(on) })
  await user.click(dialog.getByRole('button', { name: 'Switch on' }))
  const list = within(await dialog.findByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  expect(askedOf('POST /auth/two-factor/confirm')[1]!.body).toEqual({ code: '123456' })
  await user.click(dialog.getByRole('button', { name: 'I have saved them' }))
  await screen.findByText('10 of 10 recovery codes are left.')
  await waitFor(() => expect(screen.queryByText(recoveryCodes[0]!)).toBeNull())
})

test('closing the dialog forgets the key', async () => {
  answer({ 'POST /auth/two-factor/set-up': ok({ secret, uri }) })
  const { user, dialog } = await openDialog('Set up')
  await user.type(dialog.getByLabelText('Password'), 'a sentence')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Set up' }))
  const again = within(await screen.findByRole('dialog'))
  expect(again.getByLabelText('Password')).toHaveProperty('value', '')
  expect(again.queryByText(secret)).toBeNull()
})

test('an account whose email address is not confirmed is told so, and cannot set it up', async () => {
  const unconfirmed = { ...session, account: { ...session.account, emailConfirmed: false } }
  showPage('/account/security', { signedIn: unconfirmed })
  expect(await screen.findByRole('button', { name: 'Set up' })).toHaveProperty('disabled', true)
  screen.getByText('Confirm your email address first.')
})

test('switching it off takes the password and a code', async () => {
  answer({ 'GET /auth/two-factor': ok(on), 'POST /auth/two-factor/switch-off': wrongCode })
  const { user, dialog } = await openDialog('Switch off')
  await user.type(dialog.getByLabelText('Password'), 'a sentence')
  await user.type(dialog.getByLabelText('Code'), ' 123456 ')
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await dialog.findByText('The code is wrong or was used already')
  answer({ 'POST /auth/two-factor/switch-off': ok(), 'GET /auth/two-factor': ok(off) })
  await user.click(dialog.getByRole('button', { name: 'Switch off' }))
  await screen.findByRole('button', { name: 'Set up' })
  expect(askedOf('POST /auth/two-factor/switch-off')[1]!.body).toEqual({
    password: 'a sentence',
    code: '123456',
  })
})

test('new recovery codes are shown once, after the password and a code', async () => {
  answer({
    'GET /auth/two-factor': ok({ ...on, recoveryCodesLeft: 1 }),
    'POST /auth/two-factor/recovery-codes': ok({ recoveryCodes }),
  })
  const { user, dialog } = await openDialog('New recovery codes')
  screen.getByText('1 of 10 recovery codes are left.')
  await user.type(dialog.getByLabelText('Password'), 'a sentence')
  await user.type(dialog.getByLabelText('Code'), recoveryCodes[0]!)
  answer({ 'GET /auth/two-factor': ok(on) })
  await user.click(dialog.getByRole('button', { name: 'Create new codes' }))
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(
    recoveryCodes,
  )
  await user.click(dialog.getByRole('button', { name: 'I have saved them' }))
  await screen.findByText('10 of 10 recovery codes are left.')
})
