import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Passkey } from '../../client/accounts.ts'
import { at, session } from '../../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

const phone: Passkey = { id: 'phone', name: 'Phone', createdAt: at, lastUsedAt: null }
const listed = (passkeys: Passkey[], origin: string | null = location.origin) => ok({ origin, passkeys })
const twoFactor = (isOn: boolean) => ok({ isOn, since: isOn ? at : null, recoveryCodesLeft: 10 })

beforeEach(() => {
  // jsdom has no authenticators; the stories of e2e have one.
  vi.stubGlobal('PublicKeyCredential', Object)
  answer({
    'GET /auth/sessions': ok([]),
    'GET /auth/two-factor': twoFactor(false),
    'GET /auth/passkeys': listed([]),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('passkeys are listed with their name and last use, and can be removed', async () => {
  answer({
    'GET /auth/passkeys': listed([phone, { ...phone, id: 'key', name: 'Security key', lastUsedAt: at }]),
    'DELETE /auth/passkeys/:id': ok(),
  })
  const { user } = showPage('/account/security')
  const table = within(await screen.findByRole('table', { name: 'Passkeys' }))
  expect(table.getAllByRole('row')).toHaveLength(3)
  table.getByText('never')
  await user.click(table.getByRole('button', { name: 'Remove Security key' }))
  answer({ 'GET /auth/passkeys': listed([phone]) })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove passkey' }))
  await waitFor(() => expect(screen.queryByText('Security key')).toBeNull())
  expect(askedOf('DELETE /auth/passkeys/:id').map(({ path }) => path)).toEqual(['/auth/passkeys/key'])
})

test('a passkey can be renamed, and what is wrong with its name is said in the dialog', async () => {
  const message = 'The name is too long'
  answer({
    'GET /auth/passkeys': listed([phone]),
    'PATCH /auth/passkeys/:id': refusal(400, { statusCode: 400, message }),
  })
  const { user } = showPage('/account/security')
  await user.click(await screen.findByRole('button', { name: 'Rename Phone' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Old phone')
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  await dialog.findByText(message)
  const renamed = { ...phone, name: 'Old phone' }
  answer({ 'PATCH /auth/passkeys/:id': ok(renamed), 'GET /auth/passkeys': listed([renamed]) })
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  await screen.findByRole('button', { name: 'Rename Old phone' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(askedOf('PATCH /auth/passkeys/:id').map(({ path, body }) => [path, body])).toEqual(
    Array.from({ length: 2 }, () => ['/auth/passkeys/phone', { name: 'Old phone' }]),
  )
})

test('a passkey is renamed after a confirmation where the sign-in was too long ago', async () => {
  const tooLongAgo = {
    ...refusal(403, { statusCode: 403, message: 'Confirm that it is you, then try again' }),
    headers: { 'waypost-reauthenticate': 'required' },
  }
  const renamed = { ...phone, name: 'Old phone' }
  answer({
    'GET /auth/passkeys': listed([phone]),
    'GET /auth/reauthenticate': ok({ methods: ['password'] }),
    'POST /auth/reauthenticate': ok(),
    'PATCH /auth/passkeys/:id': () =>
      askedOf('POST /auth/reauthenticate').length > 0 ? ok(renamed) : tooLongAgo,
  })
  const { user } = showPage('/account/security')
  await user.click(await screen.findByRole('button', { name: 'Rename Phone' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText('Name')
  await user.clear(field)
  await user.type(field, 'Old phone{Enter}')
  const check = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await user.type(await check.findByLabelText('Password'), 'a sentence')
  answer({ 'GET /auth/passkeys': listed([renamed]) })
  await user.click(check.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('button', { name: 'Rename Old phone' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['of another URL', 'https://waypost.example', 'Passkeys work at https://waypost.example only.'],
  ['without a domain name', null, 'Passkeys need https and a domain name'],
])('a dashboard %s says where passkeys work, and adds none', async (_what, origin, words) => {
  answer({ 'GET /auth/passkeys': listed([phone], origin) })
  showPage('/account/security')
  await screen.findByText(words, { exact: false })
  expect(screen.getByRole('button', { name: 'Add a passkey' })).toHaveProperty('disabled', true)
  screen.getByRole('button', { name: 'Remove Phone' })
})

test('an account whose email address is not confirmed cannot add one', async () => {
  const unconfirmed = { ...session, account: { ...session.account, emailConfirmed: false } }
  showPage('/account/security', { signedIn: unconfirmed })
  const section = await screen.findByRole('button', { name: 'Add a passkey' })
  await waitFor(() => expect(screen.getAllByText('Confirm your email address first.')).toHaveLength(2))
  expect(section).toHaveProperty('disabled', true)
})

test('adding one asks for the password, and for a code only where two-factor authentication is on', async () => {
  answer({
    'POST /auth/passkeys/options': refusal(403, { statusCode: 403, message: 'The password is wrong' }),
  })
  const { user } = showPage('/account/security')
  const open = async () => {
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add a passkey' })).toHaveProperty('disabled', false),
    )
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await open()
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await user.type(dialog.getByLabelText('Password'), 'a sentence')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByText('The password is wrong')
  expect(askedOf('POST /auth/passkeys/options')[0]!.body).toEqual({ password: 'a sentence' })
})

test('with two-factor authentication the code goes with the password', async () => {
  answer({
    'GET /auth/two-factor': twoFactor(true),
    'POST /auth/passkeys/options': refusal(403, { statusCode: 403, message: 'The code is wrong' }),
  })
  const { user } = showPage('/account/security')
  await screen.findByText('10 of 10 recovery codes are left.')
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Password'), 'a sentence')
  await user.type(dialog.getByLabelText('Code'), ' 123456 ')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByText('The code is wrong')
  expect(askedOf('POST /auth/passkeys/options')[0]!.body).toEqual({
    password: 'a sentence',
    code: '123456',
  })
})
