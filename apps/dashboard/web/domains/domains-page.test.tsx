import type { AliasApi } from '@waypost/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { account, at } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /alias/api/v1/domains'
const domain: AliasApi.Domain = { id: 'domain', domain: 'mail.ada.example', status: 'pending', createdAt: at }
const created: AliasApi.CreatedDomain = {
  ...domain,
  dnsRecords: {
    mx: { type: 'MX', host: 'mail.ada.example', value: 'mx.waypost.test', priority: 10 },
    txt: { type: 'TXT', host: 'mail.ada.example', value: 'waypost-verification=1' },
  },
}
const checked: AliasApi.CheckedDomain = { ...created, checks: { mx: 'found', txt: 'missing' } }

beforeEach(() =>
  answer({
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/platform-domains': ok({ data: [] }),
    [list]: ok({ data: [] }),
  }),
)

test('a plan without custom domains says so, and does not show the form', async () => {
  const limits = { ...account.limits, customDomains: false }
  answer({ 'GET /alias/api/v1/account': ok({ data: { ...account, plan: 'free', limits } }) })
  showPage('/domains')
  await screen.findByText(/^Custom domains need the Business plan. Your plan is free. Whoever runs this/)
  expect(screen.getByRole('link', { name: 'See what your plan has' }).getAttribute('href')).toBe(
    '/account/limits',
  )
  expect(screen.queryByLabelText('Domain')).toBeNull()
})

test('the records of a new domain are shown before the DNS check ends, then each with its result', async () => {
  const dns = Promise.withResolvers<ReturnType<typeof ok>>()
  answer({
    'POST /alias/api/v1/domains': ok({ data: created }),
    'POST /alias/api/v1/domains/:id/verify': () => dns.promise,
  })
  const { user } = showPage('/domains')
  await user.type(await screen.findByLabelText('Domain'), 'mail.ada.example')
  answer({ [list]: ok({ data: [domain] }) })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const mx = within(await screen.findByRole('region', { name: 'MX record' }))
  expect(mx.getByText('checking DNS …')).toBeTruthy()
  expect(mx.getByText('mx.waypost.test')).toBeTruthy()
  dns.resolve(ok({ data: checked }))
  await mx.findByText('found')
  expect(
    within(screen.getByRole('region', { name: 'TXT record' })).getByText('not published yet'),
  ).toBeTruthy()
})

test('a refused domain shows the reason at the form', async () => {
  answer({ 'POST /alias/api/v1/domains': refusal(400, { error: 'domain must be a domain name' }) })
  const { user } = showPage('/domains')
  await user.type(await screen.findByLabelText('Domain'), 'ada')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const note = await screen.findByText('domain must be a domain name')
  await waitFor(() => expect(document.activeElement!.contains(note)).toBe(true))
})

test('domains that cannot be loaded are not shown as an empty list', async () => {
  answer({ [list]: silent })
  showPage('/domains')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('No domains')).toBeNull()
})

test('deleting a domain asks for a confirmation that says what stops', async () => {
  answer({ [list]: ok({ data: [domain] }), 'DELETE /alias/api/v1/domains/:id': pending })
  const { user } = showPage('/domains')
  await user.click(await screen.findByRole('button', { name: 'Delete mail.ada.example' }))
  await screen.findByText('Its aliases stop receiving mail at once.')
  expect(askedOf('DELETE /alias/api/v1/domains/:id')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete domain' }))
  await waitFor(() => expect(askedOf('DELETE /alias/api/v1/domains/:id')).toHaveLength(1))
})

const platformDomains = 'GET /alias/api/v1/platform-domains'
const claim = 'POST /alias/api/v1/platform-domains/:id/subdomains'
const offered = [
  { id: 'closed', domain: 'waypost.test', plans: ['free', 'pro', 'business'] },
  { id: 'open', domain: 'in.waypost.test', plans: ['pro', 'business'], hasSubdomains: true },
]
const subdomain = {
  ...domain,
  domain: 'ada.in.waypost.test',
  status: 'verified',
  platformDomain: 'in.waypost.test',
}

test('a subdomain of the platform is claimed, announced, and shown without DNS records to publish', async () => {
  answer({
    [platformDomains]: ok({ data: offered }),
    [claim]: refusal(409, { error: 'This name is taken' }),
  })
  const { user } = showPage('/domains')
  const field = await screen.findByLabelText('Name of the subdomain')
  await user.type(field, 'ada')
  await user.click(screen.getByRole('button', { name: 'Claim' }))
  await screen.findByText('This name is taken')
  const full = { ...account, usage: { ...account.usage, subdomains: { used: 1, limit: 1 } } }
  answer({
    [claim]: ok({ data: subdomain }),
    [list]: ok({ data: [subdomain] }),
    'GET /alias/api/v1/account': ok({ data: full }),
  })
  await user.click(screen.getByRole('button', { name: 'Claim' }))
  const card = within(await screen.findByRole('article', { name: 'ada.in.waypost.test' }))
  expect(askedOf(claim)).toMatchObject([{ body: { name: 'ada' } }, { body: { name: 'ada' } }])
  expect(card.queryByRole('button', { name: 'Show records and check' })).toBeNull()
  expect(card.getByText('Catch-all and rules that create aliases')).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('Name of the subdomain')).toBeNull())
  await screen.findByText('ada.in.waypost.test is yours')
  expect(document.activeElement!.getAttribute('aria-label')).toBe('ada.in.waypost.test')
})

test('a subdomain is claimed in an empty form where the account may have another one', async () => {
  const usage = { ...account.usage, subdomains: { used: 1, limit: 3 } }
  answer({
    [platformDomains]: ok({ data: offered }),
    [claim]: ok({ data: subdomain }),
    'GET /alias/api/v1/account': ok({ data: { ...account, usage } }),
  })
  const { user } = showPage('/domains')
  await user.type(await screen.findByLabelText('Name of the subdomain'), 'ada')
  answer({ [list]: ok({ data: [subdomain] }) })
  await user.click(screen.getByRole('button', { name: 'Claim' }))
  const card = await screen.findByRole('article', { name: 'ada.in.waypost.test' })
  await waitFor(() => expect(document.activeElement).toBe(card))
  expect(screen.getByLabelText('Name of the subdomain')).toHaveProperty('value', '')
})

test('no subdomain is offered where the alias service is of a version that has none', async () => {
  const { subdomains: _none, ...usage } = account.usage
  answer({
    [platformDomains]: ok({ data: offered }),
    'GET /alias/api/v1/account': ok({ data: { ...account, usage } }),
  })
  showPage('/domains')
  await screen.findByText('No domains')
  await screen.findByLabelText('Domain')
  expect(screen.queryByLabelText('Name of the subdomain')).toBeNull()
})

test('a subdomain is released after a confirmation that says what becomes of its name', async () => {
  answer({
    [platformDomains]: ok({ data: offered }),
    [list]: ok({ data: [subdomain] }),
    'DELETE /alias/api/v1/domains/:id': pending,
  })
  const { user } = showPage('/domains')
  await user.click(await screen.findByRole('button', { name: 'Release ada.in.waypost.test' }))
  await screen.findByText(/Nobody else gets the name/)
  await user.click(screen.getByRole('button', { name: 'Release subdomain' }))
  await waitFor(() => expect(askedOf('DELETE /alias/api/v1/domains/:id')).toHaveLength(1))
})

test('no subdomain is offered to a plan that cannot claim one', async () => {
  const free = { ...account, plan: 'free' }
  answer({ [platformDomains]: ok({ data: offered }), 'GET /alias/api/v1/account': ok({ data: free }) })
  showPage('/domains')
  await screen.findByText('No domains')
  expect(screen.queryByLabelText('Name of the subdomain')).toBeNull()
})

test('what is missing to send well is shown above the records, with what DNS has of each', async () => {
  answer({
    [list]: ok({ data: [{ ...domain, status: 'verified' }] }),
    'POST /alias/api/v1/domains/:id/verify': ok({ data: { ...checked, status: 'verified' } }),
    'GET /alias/api/v1/domains/:id/dns-records': ok({
      data: {
        ...created.dnsRecords,
        spf: { type: 'TXT', host: 'mail.ada.example', value: 'v=spf1 ~all', finding: 'wrong' },
        dkim: [{ type: 'TXT', host: 'wp1._domainkey.mail.ada.example', value: 'v=DKIM1', isPublished: true }],
        dmarc: { type: 'TXT', host: '_dmarc.mail.ada.example', value: 'v=DMARC1', finding: 'found' },
        hints: ['Add a:mx.waypost.test to the SPF record.'],
      },
    }),
  })
  const { user } = showPage('/domains')
  await user.click(await screen.findByRole('button', { name: 'Show records and check' }))
  await user.click(await screen.findByText(/^Sending from this domain/))
  await screen.findByText('Add a:mx.waypost.test to the SPF record.')
  expect(within(screen.getByRole('region', { name: 'SPF record' })).getByText('wrong value')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'DMARC record' })).getByText('found')).toBeTruthy()
})

const rule = (more: Partial<AliasApi.DomainRule> = {}): AliasApi.DomainRule => ({
  id: 'rule',
  domainId: 'domain',
  position: 1,
  match: { type: 'any', value: null },
  alias: null,
  forwardToId: null,
  forwardToEmail: null,
  expiresIn: null,
  autoRenew: true,
  isActive: true,
  aliasesCreated: 12,
  createdAt: at,
  ...more,
})

describe('the rules of a domain', () => {
  const rules = 'GET /alias/api/v1/domains/:id/rules'
  const add = 'POST /alias/api/v1/domains/:id/rules'
  const change = 'PATCH /alias/api/v1/domains/:id/rules/:id'
  const shop = rule({ id: 'shop', position: 2, match: { type: 'regex', value: 'shop-.*' } })
  const open = async (...shown: AliasApi.DomainRule[]) => {
    answer({
      [list]: ok({ data: [{ ...domain, status: 'verified' }] }),
      [rules]: ok({ data: shown }),
      'GET /alias/api/v1/forwarding-addresses': ok({
        data: {
          addresses: [{ id: 'me', email: 'me@example.net', isVerified: true, verifiedAt: at, createdAt: at }],
          total: 1,
          limit: 100,
          offset: 0,
        },
      }),
    })
    const { user } = showPage('/domains')
    await user.click(await screen.findByText('Catch-all and rules that create aliases'))
    return user
  }

  test('are added with what they match and where their aliases forward, and then listed', async () => {
    const user = await open()
    await screen.findByText('Mail to names without an alias is refused.')
    await user.click(screen.getByRole('button', { name: 'Add rule' }))
    await user.selectOptions(await screen.findByLabelText('For'), 'regex')
    await user.type(screen.getByLabelText('Regular expression'), 'shop-.*')
    await user.selectOptions(screen.getByLabelText('Forward to'), 'me@example.net')
    answer({ [add]: ok({ data: shop }), [rules]: ok({ data: [shop] }) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('/shop-.*/')
    expect(askedOf(add)).toMatchObject([
      { body: { match: { type: 'regex', value: 'shop-.*' }, forwardToId: 'me', autoRenew: true } },
    ])
  })

  test('say how long their aliases live, and only what lives for a day or longer is renewed', async () => {
    const user = await open()
    answer({ [add]: ok({ data: shop }) })
    await user.click(await screen.findByRole('button', { name: 'Add rule' }))
    const field = await screen.findByLabelText<HTMLSelectElement>('Expires in')
    expect(field.selectedOptions[0]!.text).toBe('as long as the plan allows')
    await user.selectOptions(field, '7 days')
    expect(screen.getByLabelText('Renew the aliases before they expire')).toBeTruthy()
    await user.selectOptions(field, '1 hour')
    expect(screen.queryByLabelText('Renew the aliases before they expire')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(askedOf(add)).toHaveLength(1))
    expect(askedOf(add)).toMatchObject([{ body: { expiresIn: 3600, autoRenew: false } }])
  })

  test('keep a time that a program has chosen, until another one is, or none', async () => {
    const user = await open(rule({ expiresIn: 5400, autoRenew: false }))
    answer({ [change]: ok({ data: shop }) })
    const edit = async () => {
      await user.click(await screen.findByRole('button', { name: /^Edit the rule for anything/ }))
      return screen.findByLabelText<HTMLSelectElement>('Expires in')
    }
    expect((await edit()).selectedOptions[0]!.text).toBe('5400 seconds')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { expiresIn: 5400 } }]))
    await user.selectOptions(await edit(), 'as long as the plan allows')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{}, { body: { expiresIn: null } }]))
  })

  test('show why one is refused at its field', async () => {
    const user = await open()
    const error = 'match.value must be a regular expression of RE2: missing closing ): `(`'
    answer({ [add]: refusal(400, { error }) })
    await user.click(await screen.findByRole('button', { name: 'Add rule' }))
    await user.selectOptions(await screen.findByLabelText('For'), 'regex')
    await user.type(screen.getByLabelText('Regular expression'), '(')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(error)
  })

  test('are moved, paused and deleted', async () => {
    const user = await open(rule(), shop)
    answer({
      [change]: ok({ data: shop }),
      'DELETE /alias/api/v1/domains/:id/rules/:id': ok({ message: 'x' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Move up the rule for /shop-.*/' }))
    await waitFor(() => expect(askedOf(change)).toMatchObject([{ body: { position: 1 } }]))
    await user.click(screen.getByRole('button', { name: 'Pause the rule for /shop-.*/' }))
    await waitFor(() => expect(askedOf(change)).toHaveLength(2))
    expect(askedOf(change)[1]).toMatchObject({ body: { isActive: false } })
    await user.click(screen.getByRole('button', { name: 'Delete the rule for /shop-.*/' }))
    await user.click(await screen.findByRole('button', { name: 'Delete rule' }))
    await waitFor(() => expect(askedOf('DELETE /alias/api/v1/domains/:id/rules/:id')).toHaveLength(1))
  })
})
