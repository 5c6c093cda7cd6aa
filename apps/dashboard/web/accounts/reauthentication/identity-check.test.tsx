import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, apiKey } from '../../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'

const words = 'Confirm that it is you, then try again'
const tooLongAgo = {
  ...refusal(403, { statusCode: 403, message: words }),
  headers: { 'waypost-reauthenticate': 'required' },
}
const created = ok({ data: { apiKey: apiKey(), rawKey: 'jm_live_shown_once' } })

/** Answers as the server does, which wants to know first who is there. */
const guarded = () => (askedOf('POST /auth/reauthenticate').length > 0 ? created : tooLongAgo)

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api-keys': ok({ data: [] }),
    'GET /auth/base-urls': ok({ automation: 'https://runs.example', alias: 'https://mail.example' }),
    'GET /auth/reauthenticate': ok({ methods: ['password'] }),
    'POST /auth/reauthenticate': ok(),
    'POST /alias/api-keys': guarded,
  }),
)

/** Sends the form of a new key, and returns the dialog that asks who is there. */
const createKey = async () => {
  const { user } = showPage('/keys/alias')
  await user.click((await screen.findAllByRole('button', { name: 'New key' }))[0]!)
  await user.type(await screen.findByLabelText('Name'), 'Reports')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  return { user, dialog }
}

test('an action that needs a recent sign-in goes on by itself once the password is confirmed', async () => {
  const { user, dialog } = await createKey()
  await user.type(await dialog.findByLabelText('Password'), ' a sentence ')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('jm_live_shown_once')
  expect(askedOf('POST /auth/reauthenticate').map(({ body }) => body)).toEqual([{ password: ' a sentence ' }])
  const [first, second] = askedOf('POST /alias/api-keys')
  expect(second!.body).toEqual(first!.body)
})

test('a wrong password is said in the dialog, and the action waits', async () => {
  answer({
    'POST /auth/reauthenticate': refusal(403, { statusCode: 403, message: 'The password is wrong' }),
    'POST /alias/api-keys': tooLongAgo,
  })
  const { user, dialog } = await createKey()
  await user.type(await dialog.findByLabelText('Password'), 'not the one')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await dialog.findByText('The password is wrong')
  expect(askedOf('POST /alias/api-keys')).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await screen.findByText(words)
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Reports')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull())
})

test('with two-factor authentication a code is asked for', async () => {
  answer({ 'GET /auth/reauthenticate': ok({ methods: ['code'] }) })
  const { user, dialog } = await createKey()
  await user.type(await dialog.findByLabelText('Code'), ' 123456 ')
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('jm_live_shown_once')
  expect(askedOf('POST /auth/reauthenticate')[0]!.body).toEqual({ code: '123456' })
})

test('Escape takes back the question who is there, and asks nothing more about a password', async () => {
  const { user, dialog } = await createKey()
  await user.type(await dialog.findByLabelText('Password'), 'half a sent')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull())
  expect(screen.queryByText('Discard what you have entered?')).toBeNull()
})
