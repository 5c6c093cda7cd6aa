import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerDomainsPage, domain, list } from './test-domains-page.ts'

answerDomainsPage()

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
