import type { AliasApi } from '@waypost/sdk'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'
import { answerDomainsPage, domain, list } from './test-domains-page.ts'

const created: AliasApi.CreatedDomain = {
  ...domain,
  dnsRecords: {
    mx: { type: 'MX', host: 'mail.ada.example', value: 'mx.waypost.test', priority: 10 },
    txt: { type: 'TXT', host: 'mail.ada.example', value: 'waypost-verification=1' },
  },
}
const checked: AliasApi.CheckedDomain = { ...created, checks: { mx: 'found', txt: 'missing' } }

answerDomainsPage()

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
