import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address, execution, session } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const addresses = (...given: object[]) =>
  ok({ data: { addresses: given, total: given.length, limit: 1, offset: 0 } })

beforeEach(() =>
  answer({
    'GET /automation/api/v1/automations': ok([]),
    'GET /automation/api/v1/executions': ok([]),
    'GET /automation/webhooks': ok([]),
    'GET /automation/api-keys': ok([]),
    'GET /automation/held-access': ok([]),
    'GET /alias/held-access': ok({ data: [] }),
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/addresses': addresses(address()),
    'GET /alias/api/v1/emails': ok({ data: [], total: 0, limit: 1, offset: 0 }),
    'GET /alias/api/v1/forwarding-addresses': addresses(),
  }),
)

test('only the first step that is not done has an action', async () => {
  showPage('/')
  await screen.findByRole('link', { name: 'Open inbox' })
  expect(screen.getByText('Create an alias').textContent).toBe('Create an alias (done)')
  expect(screen.queryByRole('link', { name: 'Add a mailbox' })).toBeNull()
})

test("a service that does not answer is reported, and the other service's card still works", async () => {
  answer({ 'GET /automation/api/v1/executions': silent })
  const { user } = showPage('/')
  await screen.findByText(
    'Your automation data cannot be shown because the automation service did not answer.',
  )
  await screen.findByRole('link', { name: 'Open inbox' })
  answer({ 'GET /automation/api/v1/executions': ok([]) })
  const main = within(screen.getByRole('main'))
  await user.click(main.getByRole('button', { name: 'Try again' }))
  await main.findByRole('link', { name: 'New automation' })
})

test('a user with an unconfirmed email address is reminded, and can request the link again', async () => {
  const { account: person } = session
  answer({ 'POST /auth/confirmation': ok({ message: 'Sent' }) })
  const { user } = showPage('/', { signedIn: { ...session, account: { ...person, emailConfirmed: false } } })
  await user.click(await screen.findByRole('button', { name: 'Resend' }))
  await screen.findByText('We sent another email to ada@example.com.')
  expect(askedOf('POST /auth/confirmation')).toHaveLength(1)
})

test('a run that waits for the owner is announced, with the way to it', async () => {
  const at = '2026-03-02T09:30:00.000Z'
  const waiting = { stepName: 'Ask', message: 'Solve the puzzle', since: at, until: at }
  answer({
    'GET /automation/api/v1/executions': ({ query }) =>
      ok(query['waiting'] === 'true' ? [execution({ id: 'run', status: 'running', waiting })] : []),
  })
  showPage('/')
  await screen.findByText('A run waits for you: Solve the puzzle')
  expect(screen.getByRole('link', { name: 'Open the run' }).getAttribute('href')).toBe('/runs/run')
})
