import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account, address, at } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent, withNext } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerAddressesPage, list, page } from './test-addresses-page.ts'

answerAddressesPage()

test('a list shows that it is loading, and not that it is empty', async () => {
  answer({ [list]: pending })
  showPage('/addresses')
  expect((await screen.findByRole('status')).textContent).toBe('Loading …')
  expect(screen.queryByText('Create your first alias')).toBeNull()
})

test('an account without aliases sees how to create the first', async () => {
  answer({ [list]: ok(page()) })
  showPage('/addresses')
  await screen.findByRole('heading', { name: 'Create your first alias' })
})

test('a service that does not answer is reported, and can be tried again', async () => {
  answer({ [list]: silent })
  const { user } = showPage('/addresses')
  expect((await screen.findByRole('alert')).textContent).toBe('The service did not answer')
  answer({ [list]: ok(page(address())) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('shop-x4k9@waypost.test')
})

test("the next page starts at the service's cursor, and going back leads to the first page", async () => {
  answer({
    [list]: ({ query }) =>
      query['cursor'] === 'further'
        ? ok(page(address({ id: 'older', address: 'older@waypost.test' })))
        : withNext(page(address()), '/api/v1/addresses?limit=20&cursor=further'),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await screen.findByText('older@waypost.test')
  expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Newer' }))
  await screen.findByText('shop-x4k9@waypost.test')
})

test('an alias is deleted only after a confirmation', async () => {
  answer({
    [list]: ok(page(address())),
    'DELETE /alias/api/v1/addresses/:id': ok({ message: 'Alias deleted' }),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  const open = screen.getByRole('button', { name: 'Delete shop-x4k9@waypost.test' })
  await user.click(open)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(askedOf('DELETE /alias/api/v1/addresses/:id')).toEqual([])

  answer({ [list]: ok(page()) })
  await user.click(open)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete alias' }))
  await screen.findByRole('heading', { name: 'Create your first alias' })
  expect(askedOf('DELETE /alias/api/v1/addresses/:id')).toHaveLength(1)
})

test('a refused deletion shows the reason in its dialog', async () => {
  answer({
    [list]: ok(page(address())),
    'DELETE /alias/api/v1/addresses/:id': refusal(404, { error: 'Alias not found' }),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(screen.getByRole('button', { name: 'Delete shop-x4k9@waypost.test' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete alias' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Alias not found')
})

test('an alias on a domain that is not verified is shown as stopped, and cannot be resumed', async () => {
  answer({ [list]: ok(page(address({ isActive: false, isStopped: true }))) })
  showPage('/addresses')
  await screen.findByText('stopped: its domain is not verified')
  expect(screen.queryByRole('button', { name: /^(?:Pause|Resume) / })).toBeNull()
})

test('a new alias is shown for copying, and a refusal is shown in the form', async () => {
  answer({
    [list]: ok(page(address())),
    'POST /alias/api/v1/addresses': refusal(403, { error: 'Not on your plan' }),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'New alias' }))
  await user.type(await screen.findByLabelText('Label'), 'News')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not on your plan')
  expect(screen.getByLabelText('Label')).toHaveProperty('value', 'News')

  answer({
    'POST /alias/api/v1/addresses': ok({ data: address({ id: 'new', address: 'news-1@waypost.test' }) }),
  })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('news-1@waypost.test')
  await waitFor(() =>
    expect(askedOf('POST /alias/api/v1/addresses').at(-1)!.body).toMatchObject({ alias: 'News' }),
  )
})

test('an alias on a domain of one’s own gets the chosen name, and renews itself', async () => {
  answer({
    [list]: ok(page()),
    'GET /alias/api/v1/domains': ok({
      data: [
        { id: 'domain', domain: 'ada.example', status: 'verified', createdAt: '2026-03-02T09:30:00.000Z' },
      ],
    }),
    'GET /alias/api/v1/account': ok({
      data: { ...account, limits: { ...account.limits, customDomains: true } },
    }),
    'GET /alias/api/v1/platform-domains': ok({
      data: [{ id: 'platform', domain: 'waypost.test', plans: ['business'] }],
    }),
    'POST /alias/api/v1/addresses': ok({ data: { ...address(), forwarding: null } }),
  })
  const { user } = showPage('/addresses')
  const [open] = await screen.findAllByRole('button', { name: 'New alias' })
  await user.click(open!)
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Expires in'), '30 days')
  await user.click(dialog.getByLabelText('Renew it before it expires'))
  await user.selectOptions(await dialog.findByLabelText('Domain'), 'ada.example (yours)')
  await user.type(dialog.getByLabelText('Name'), 'ada')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await screen.findByText('Alias created')
  expect(askedOf('POST /alias/api/v1/addresses')).toMatchObject([
    { body: { domain: 'ada.example', localPart: 'ada', autoRenew: true, expiresIn: 2_592_000 } },
  ])
})

test.each([
  ['subdomains', 'ada.example (yours)', { customDomains: true, subdomains: 0 }],
  ['custom domains', 'ada.in.waypost.test (yours)', { customDomains: false, subdomains: 1 }],
])('an alias is offered on none of one’s %s, once the plan has none', async (_none, offered, plan) => {
  const verified = { status: 'verified', createdAt: at }
  answer({
    [list]: ok(page(address())),
    'GET /alias/api/v1/account': ok({
      data: {
        ...account,
        limits: { ...account.limits, customDomains: plan.customDomains },
        usage: { ...account.usage, subdomains: { used: 1, limit: plan.subdomains } },
      },
    }),
    'GET /alias/api/v1/domains': ok({
      data: [
        { ...verified, id: 'own', domain: 'ada.example' },
        { ...verified, id: 'below', domain: 'ada.in.waypost.test', platformDomain: 'in.waypost.test' },
      ],
    }),
    'GET /alias/api/v1/platform-domains': ok({
      data: [{ id: 'platform', domain: 'waypost.test', plans: ['business'] }],
    }),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'New alias' }))
  await screen.findByRole('option', { name: offered })
  const { options } = screen.getByLabelText<HTMLSelectElement>('Domain')
  expect([...options].map(({ text }) => text)).toEqual(['any', 'waypost.test', offered])
})

test('a file of another service is imported, and each row that was refused and each mailbox that was left out is shown with its reason', async () => {
  const refused = {
    addressId: null,
    forwardToEmail: null,
    forwardToEmails: [],
    leftOut: [],
    status: 'refused',
  }
  const created = {
    addressId: 'shop',
    forwardToEmail: 'ada@example.org',
    forwardToEmails: ['ada@example.org'],
    leftOut: [{ email: 'bob@example.org', reason: 'Not confirmed yet' }],
    status: 'created',
    reason: null,
  }
  answer({
    [list]: ok(page()),
    'GET /alias/api/v1/forwarding-addresses': ok({
      data: {
        addresses: [
          { id: 'mailbox', email: 'ada@example.org', isVerified: true, verifiedAt: null, createdAt: '' },
        ],
        total: 1,
        limit: 100,
        offset: 0,
      },
    }),
    'POST /alias/api/v1/addresses/import': ok({
      data: {
        created: 12,
        exists: 3,
        refused: 1,
        rows: [
          { ...created, line: 2, address: 'shop@ada.dev' },
          { ...refused, line: 4, address: 'a@sl.example', reason: 'sl.example is not yours' },
        ],
      },
    }),
  })
  const { user } = showPage('/addresses')
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog'))
  const csv = 'alias,note\na@ada.dev,Shop\n'
  await user.upload(dialog.getByLabelText('File'), new File([csv], 'aliases.csv', { type: 'text/csv' }))
  await user.selectOptions(await dialog.findByLabelText('Forward to'), 'ada@example.org')
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await screen.findByText('12 created, 3 already there, 1 refused.')
  await screen.findByText('sl.example is not yours')
  const leftOut = within(screen.getByRole('table', { name: 'Mailboxes that were left out' }))
  leftOut.getByText('bob@example.org')
  leftOut.getByText('Not confirmed yet')
  expect(askedOf('POST /alias/api/v1/addresses/import')).toMatchObject([
    { body: { csv, forwardToId: 'mailbox', autoRenew: true } },
  ])
})

test('each alias shows its emails, when the last came, where they are forwarded, and that a mailbox is suspended', async () => {
  const suspension = { at, reason: '550 no such user' }
  const forwarding = { forwardToId: 'box', forwardToEmail: 'ada@example.com', isActive: false, suspension }
  answer({
    [list]: ok(
      page(
        address({ activity: { received: 1200, sent: 3, lastEmailAt: at, forwarding, rules: 2 } }),
        address({
          id: 'quiet',
          activity: { received: 0, sent: 0, lastEmailAt: null, forwarding: null, rules: 0 },
        }),
      ),
    ),
  })
  showPage('/addresses')
  const busy = within(await screen.findByRole('row', { name: /1,203/ }))
  busy.getByText('ada@example.com')
  busy.getByText('off')
  busy.getByText('suspended')
  busy.getByText('550 no such user')
  busy.getByText('2 rules')
  within(screen.getAllByRole('row')[2]!).getByText('none')
  expect(askedOf(list)[0]!.query).toMatchObject({ include: 'activity' })
})
