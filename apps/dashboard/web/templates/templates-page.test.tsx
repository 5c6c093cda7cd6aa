import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { account, address, at } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const mailbox = { id: 'mailbox', email: 'ada@example.net', isVerified: true, verifiedAt: at, createdAt: at }
const mailboxes = (...addresses: object[]) =>
  ok({ data: { addresses, total: addresses.length, limit: 100, offset: 0 } })

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/forwarding-addresses': mailboxes(mailbox),
  }),
)

test('an automation of a template is created and run at once, on the demo site of this dashboard', async () => {
  answer({
    'POST /automation/api/v1/automations': ok({ id: 'made' }),
    'POST /automation/api/v1/automations/:id/trigger': ok({ executionId: 'run', startsAt: at }),
    'GET /automation/api/v1/executions/:id': pending,
  })
  const { user, place } = showPage('/templates')
  await user.click(await screen.findByRole('button', { name: 'Create and run: Watch a price' }))
  await waitFor(() => expect(place()).toContain('/runs/run'))
  expect(askedOf('POST /automation/api/v1/automations')[0]!.body).toMatchObject({
    name: 'Watch a price',
    actions: [{ type: 'navigate', url: `${location.origin}/demo/book` }, { type: 'extract' }],
  })
})

test('an automation that was created but could not be run is run by the next try, and not created again', async () => {
  const [create, trigger] = [
    'POST /automation/api/v1/automations',
    'POST /automation/api/v1/automations/:id/trigger',
  ] as const
  answer({ [create]: ok({ id: 'made' }), [trigger]: refusal(403, { error: 'Not now' }) })
  const { user, place } = showPage('/templates')
  await user.click(await screen.findByRole('button', { name: 'Create and run: Watch a price' }))
  await screen.findByText('Not now')
  answer({
    [trigger]: ok({ executionId: 'run', startsAt: at }),
    'GET /automation/api/v1/executions/:id': pending,
  })
  await user.click(screen.getByRole('button', { name: 'Create and run: Watch a price' }))
  await waitFor(() => expect(place()).toContain('/runs/run'))
  expect(askedOf(create)).toHaveLength(1)
})

test('a template is changed before it is created', async () => {
  const { user, place } = showPage('/templates')
  await user.click(await screen.findByRole('link', { name: 'Change first: Fill in a form' }))
  await waitFor(() => expect(place()).toBe('/automations/new?template=fill-form'))
  expect(await screen.findByLabelText('Name', { selector: '[name="name"]' })).toHaveProperty(
    'value',
    'Fill in a form',
  )
})

test('an alias of a template opens its inbox; one that forwards asks for the mailbox', async () => {
  answer({
    'POST /alias/api/v1/addresses': ok({ data: { ...address({ id: 'made' }), forwarding: null } }),
    'PUT /alias/api/v1/addresses/:id/rules': ok({ data: [] }),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [], total: 0, limit: 100, offset: 0 } }),
    'GET /alias/api/v1/addresses/:id': ok({ data: address({ id: 'made' }) }),
    'GET /alias/api/v1/emails': ok({ data: [], total: 0, limit: 50, offset: 0 }),
  })
  const { user, place } = showPage('/templates')
  const aliases = within(await screen.findByRole('region', { name: 'Aliases' }))
  await user.selectOptions(await aliases.findByLabelText('Forward to'), 'ada@example.net')
  await user.click(aliases.getByRole('button', { name: 'Create: Alert forwarding' }))
  await waitFor(() => expect(place()).toBe('/mailbox?address=made'))
  expect(askedOf('POST /alias/api/v1/addresses')[0]!.body).toEqual({
    alias: 'Alerts',
    expiresIn: 2_592_000,
    autoRenew: true,
    forwardToId: 'mailbox',
  })
})

test('a newsletter alias labels what it receives; where that failed, the next try creates no other alias', async () => {
  answer({
    'POST /alias/api/v1/addresses': ok({ data: { ...address({ id: 'made' }), forwarding: null } }),
    'PUT /alias/api/v1/addresses/:id/rules': refusal(403, { error: 'Not now' }),
  })
  const { user, place } = showPage('/templates')
  await user.click(await screen.findByRole('button', { name: 'Create: Newsletter alias' }))
  await screen.findByText('Not now')
  expect(askedOf('PUT /alias/api/v1/addresses/:id/rules')[0]!.body).toEqual({
    rules: [{ action: 'label', label: 'Newsletter' }],
  })
  answer({
    'PUT /alias/api/v1/addresses/:id/rules': ok({ data: [] }),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [], total: 0, limit: 100, offset: 0 } }),
    'GET /alias/api/v1/addresses/:id': ok({ data: address({ id: 'made' }) }),
    'GET /alias/api/v1/emails': ok({ data: [], total: 0, limit: 50, offset: 0 }),
  })
  await user.click(screen.getByRole('button', { name: 'Create: Newsletter alias' }))
  await waitFor(() => expect(place()).toBe('/mailbox?address=made'))
  expect(askedOf('POST /alias/api/v1/addresses')).toHaveLength(1)
})

test('without a verified mailbox, an alias that forwards leads to adding one', async () => {
  answer({ 'GET /alias/api/v1/forwarding-addresses': mailboxes({ ...mailbox, isVerified: false }) })
  showPage('/templates')
  await screen.findByRole('link', { name: 'Add a mailbox first' })
  expect(screen.queryByRole('button', { name: 'Create: Alert forwarding' })).toBeNull()
})
