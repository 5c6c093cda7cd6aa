import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address, automation, automationAccount, email, execution } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const automationId = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'

beforeEach(() =>
  answer({
    'GET /automation/api/v1/account': ok(automationAccount),
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /auth/sessions': ok([]),
    'GET /automation/api/v1/automations': ok([automation({ id: automationId, name: 'Read the shop' })]),
    'GET /automation/api/v1/pipelines': ok([]),
    'GET /automation/api/v1/executions': ok([
      execution({ id: 'run', status: 'failed', error: 'The shop did not answer' }),
    ]),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [address()], total: 1, limit: 5, offset: 0 } }),
    'GET /alias/api/v1/emails': ok({ data: [email()], total: 1, limit: 5, offset: 0 }),
  }),
)

const open = async () => {
  const { user, place } = showPage('/account')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Search everything' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  return { user, place }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent.trim())

// The first of this file: from then on the palette's code is loaded.
test('what is typed before the palette has loaded is kept', async () => {
  const { user } = showPage('/account')
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('shop')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Search everything' })).toHaveProperty('value', 'shop'),
  )
  await screen.findByRole('option', { name: /Read the shop/ })
})

test('Ctrl K opens the palette with every page and action, and Escape closes it', async () => {
  const { user } = await open()
  expect(options()).toEqual(expect.arrayContaining(['New automation', 'PipelinesAutomation', 'InboxAlias']))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a text finds what both services have by it, and Enter opens the first', async () => {
  const { user, place } = await open()
  await user.keyboard('shop')
  await screen.findByRole('option', { name: /Read the shop/ })
  await screen.findByRole('option', { name: /Your order.*The shop/ })
  const groups = screen.getAllByRole('group').map((group) => group.textContent)
  expect(groups.map((text) => /^(Automations|Failed runs|Aliases|Emails)/.exec(text)?.[0])).toEqual([
    'Automations',
    'Failed runs',
    'Aliases',
    'Emails',
  ])
  expect(askedOf('GET /alias/api/v1/emails').map(({ query }) => query)).toEqual([
    { search: 'shop', limit: '5' },
  ])
  answer({ 'GET /automation/api/v1/automations/:id': ok(automation({ id: automationId })) })
  answer({ 'GET /automation/api/v1/automations/:id/versions': ok([]) })
  answer({ 'GET /automation/api/v1/automations/:id/heals': ok([]) })
  answer({ 'GET /automation/api/v1/sessions': ok([]) })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe(`/automations/${automationId}`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a service that does not answer is named, and what the other one has is shown', async () => {
  answer({ 'GET /automation/api/v1/automations': silent })
  const { user } = await open()
  await user.keyboard('shop')
  await screen.findByRole('option', { name: /Your order/ })
  await screen.findByText('Automation: the service did not answer.')
})

test('pages are found by their name and their service, without a question to the services for a single character', async () => {
  const { user, place } = await open()
  await user.keyboard('alias web')
  await waitFor(() => expect(within(screen.getByRole('listbox')).getByText('Webhooks')).toBeDefined())
  expect(options()).toContain('WebhooksAlias')
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('§')
  await screen.findByText(/Nothing found/)
  expect(askedOf('GET /alias/api/v1/emails').map(({ query }) => query['search'])).not.toContain('§')
  expect(place()).toBe('/account')
})

test('an id leads to the run, the automation or the email that has it', async () => {
  const { user } = await open()
  await user.keyboard(automationId)
  await screen.findByRole('option', { name: 'Open the run' })
  await screen.findByRole('option', { name: 'Open the automation' })
})
