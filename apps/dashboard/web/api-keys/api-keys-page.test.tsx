import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, apiKey } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /alias/api-keys'

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    [list]: ok({ data: [apiKey()] }),
    'GET /auth/base-urls': ok({ automation: 'https://runs.example', alias: 'https://mail.example' }),
  }),
)

test('a plan without the API says so, and does not offer to create a key', async () => {
  answer({ 'GET /alias/api/v1/account': ok({ data: { ...account, plan: 'pro' } }), [list]: ok({ data: [] }) })
  showPage('/keys/alias')
  await screen.findByText(/^The API needs the Business plan.* Your plan is pro/)
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull()
})

test('keys that cannot be loaded are not shown as an empty list', async () => {
  answer({ [list]: silent })
  showPage('/keys/alias')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('No keys yet')).toBeNull()
})

test('a new key is shown once, and never again after the dialog is closed', async () => {
  answer({ 'POST /alias/api-keys': ok({ data: { apiKey: apiKey(), rawKey: 'jm_live_shown_once' } }) })
  const { user } = showPage('/keys/alias')
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  await user.type(await screen.findByLabelText('Name'), 'Reports')
  await user.click(screen.getByRole('checkbox', { name: /send and delete emails/ }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('jm_live_shown_once')
  await screen.findByText(/curl 'https:\/\/mail\.example\/api\/v1\/addresses'/)
  expect(askedOf('POST /alias/api-keys')[0]!.body).toEqual({
    name: 'Reports',
    scopes: ['emails:read', 'emails:write'],
    mode: 'live',
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('jm_live_shown_once')).toBeNull())
})

test('a key without scopes is refused with the reason, and the typed values stay', async () => {
  answer({ 'POST /alias/api-keys': refusal(400, { error: 'scopes must have at least 1 element' }) })
  const { user } = showPage('/keys/alias')
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  await user.type(await screen.findByLabelText('Name'), 'Reports')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('scopes must have at least 1 element')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Reports')
})

test('a key is revoked after a confirmation, and then cannot be revoked again', async () => {
  answer({ 'DELETE /alias/api-keys/:id': ok({ message: 'Revoked' }) })
  const { user } = showPage('/keys/alias')
  await user.click(await screen.findByRole('button', { name: 'Revoke Nightly reports' }))
  expect(askedOf('DELETE /alias/api-keys/:id')).toEqual([])
  answer({ [list]: ok({ data: [apiKey({ revokedAt: '2026-03-02T10:00:00.000Z' })] }) })
  await user.click(await screen.findByRole('button', { name: 'Revoke key' }))
  await screen.findByText('revoked')
  expect(screen.queryByRole('button', { name: 'Revoke Nightly reports' })).toBeNull()
})
