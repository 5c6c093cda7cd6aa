import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SignedInBrowser } from '../client/accounts.ts'
import { account, at, automationAccount } from '../testing/samples.ts'
import { answer, askedOf, ok, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const browser = (change: Partial<SignedInBrowser>): SignedInBrowser => ({
  id: 'browser',
  createdAt: at,
  lastSeenAt: at,
  expiresAt: at,
  ip: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  isCurrent: true,
  ...change,
})

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /automation/api/v1/account': ok(automationAccount),
    'GET /auth/two-factor': ok({ isOn: false, since: null, recoveryCodesLeft: 0 }),
    'GET /auth/passkeys': ok({ origin: null, passkeys: [] }),
    'GET /auth/sessions': ok([browser({}), browser({ id: 'other', isCurrent: false, ip: '192.0.2.2' })]),
  }),
)

test('the time zone of requests is shown and changed on the profile', async () => {
  const change = 'PATCH /automation/api/v1/account'
  answer({
    'GET /automation/api/v1/account': ok({ ...automationAccount, timeZone: 'Asia/Tokyo' }),
    [change]: ok({ ...automationAccount, timeZone: null }),
  })
  const { user } = showPage('/account')
  const section = within(await screen.findByRole('region', { name: 'Time zone' }))
  const field = await section.findByLabelText<HTMLSelectElement>('Of your requests')
  expect(field.value).toBe('Asia/Tokyo')
  await user.selectOptions(field, '')
  await user.click(section.getByRole('button', { name: 'Save time zone' }))
  await section.findByText('Saved.')
  expect(askedOf(change)).toMatchObject([{ body: { timeZone: null } }])
})

test('each limit of the alias service is shown with how much of it is used', async () => {
  showPage('/account/limits')
  const section = within(await screen.findByRole('region', { name: 'Usage' }))
  const terms = await section.findAllByRole('term')
  const values = section.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(terms.map(({ textContent }, index) => `${textContent}: ${values[index]}`)).toEqual([
    expect.stringMatching(/^Recipients today: 12 of 5,000 \(resets .+\)$/),
    'Stored mail: 50.0 MiB of 1024.0 MiB',
    'Webhooks: 2 of 100',
    'Aliases: 340 of 50,000',
    'Forwarding addresses: 3 of 500',
    'Domains: 1 of 100',
    'Subdomains of this platform: 0 of 1',
    expect.stringMatching(/^Aliases by rules this hour: 3 of 100 \(resets .+\)$/),
    'Webhook POSTs to one host in a minute: 0 of 600',
  ])
})

test('each limit of the automation service is shown with how much of it is used', async () => {
  showPage('/account/limits')
  const section = within(await screen.findByRole('region', { name: 'Automation usage' }))
  const terms = await section.findAllByRole('term')
  const values = section.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(terms.map(({ textContent }, index) => `${textContent}: ${values[index]}`)).toEqual([
    'Active runs: 2 of 20',
    'Waiting runs: 1 of 200',
    'Waiting jobs: 0 of 1,000',
    'Waiting requests in plain language: 0 of 100',
    expect.stringMatching(/^Run minutes today: 61 of 1,440 \(resets .+\)$/),
    'Recordings under way: 0 of 1',
    expect.stringMatching(/^Recording minutes today: 3 of 240 \(resets .+\)$/),
    'Automations: 12 of 500',
    'Versions of one automation: 7 of 50',
    'Stored automations, files and screenshots: 50.0 MiB of 1024.0 MiB',
    'Pipelines: 3 of 200',
    'Schedules: 3 of 200',
    'Automations in one pipeline: 4 of 50',
    'Webhooks: 5 of 100',
    'API requests this minute: 0 of 600',
    'Webhook POSTs to one host in a minute: 0 of 600',
  ])
})

test('an account that may not send is told why', async () => {
  const sending = { isAllowed: false, reason: 'Sending is stopped: 2 of 3 recipients complained' }
  answer({ 'GET /alias/api/v1/account': ok({ data: { ...account, sending } }) })
  showPage('/account/limits')
  expect((await screen.findByRole('alert')).textContent).toBe(sending.reason)
})

test('deleting the account with a wrong password is refused, and the dialog says so', async () => {
  answer({ 'POST /auth/delete-account': refusal(403, { statusCode: 403, message: 'The password is wrong' }) })
  const { user } = showPage('/account/data')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Password'), 'a guess')
  await user.click(dialog.getByRole('button', { name: 'Delete everything' }))
  await dialog.findByText('The password is wrong')
  expect(askedOf('POST /auth/delete-account')).toHaveLength(1)
})

test('another browser is signed out after a confirmation, and the current browser has no sign-out button in the list', async () => {
  answer({ 'DELETE /auth/sessions/:id': ok() })
  const { user } = showPage('/account/security')
  const buttons = await screen.findAllByRole('button', { name: /^Sign out Firefox/ })
  expect(buttons).toHaveLength(1)
  await user.click(buttons[0]!)
  expect(askedOf('DELETE /auth/sessions/:id')).toEqual([])
  answer({ 'GET /auth/sessions': ok([browser({})]) })
  await user.click(await screen.findByRole('button', { name: 'Sign out browser' }))
  await expect.poll(() => screen.queryByText('192.0.2.2')).toBeNull()
  expect(askedOf('DELETE /auth/sessions/:id')[0]!.path).toBe('/auth/sessions/other')
})

test('a changed password is confirmed, and neither password stays in the form', async () => {
  answer({ 'POST /auth/change-password': ok() })
  const { user } = showPage('/account/security')
  await user.type(await screen.findByLabelText('Current password'), 'the old one')
  await user.type(screen.getByLabelText('New password'), 'the new one')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Password changed.')
  for (const label of ['Current password', 'New password'])
    expect(screen.getByLabelText(label)).toHaveProperty('value', '')
})

test('every page of the settings is a tab, of which one is chosen', async () => {
  const { user, place } = showPage('/account')
  const tabs = within(await screen.findByRole('navigation', { name: 'Settings' }))
  await user.click(tabs.getByRole('link', { name: 'Your data' }))
  await screen.findByRole('heading', { name: 'Delete account' })
  expect(place()).toBe('/account/data')
  expect(
    within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link', { current: 'page' }),
  ).toHaveLength(1)
})
