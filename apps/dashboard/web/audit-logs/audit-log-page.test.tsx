import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, apiKey, at } from '../testing/samples.ts'
import { answer, askedOf, ok, withNext } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const route = 'GET /alias/api/v1/audit-logs'
const entry = {
  id: 'entry',
  action: 'address.create',
  method: 'POST',
  path: '/api/v1/addresses',
  statusCode: 201,
  keyId: null,
  ip: '203.0.113.7',
  createdAt: at,
}
beforeEach(() => answer({ 'GET /alias/api-keys': ok({ data: [apiKey({ id: 'key' })] }) }))

const page = (...logs: object[]) => ({ data: { logs, total: 9000, limit: 50, offset: 0 } })

test('the log leaves out what the dashboard itself has read, until that is asked for', async () => {
  answer({ [route]: ok(page(entry)) })
  const { user, place } = showPage('/audit-log/alias')
  await screen.findByText('Alias created')
  expect(askedOf(route)[0]!.query).toEqual({ limit: '50', person_reads: 'false' })
  await user.click(screen.getByRole('checkbox', { name: /pages of the dashboard have read/ }))
  await waitFor(() => expect(place()).toBe('/audit-log/alias?reads=all'))
  await waitFor(() => expect(askedOf(route).at(-1)!.query).toEqual({ limit: '50' }))
})

test('a subdomain that was claimed is told in words', async () => {
  answer({
    [route]: ok(page({ ...entry, action: 'domain.claim', path: '/api/v1/platform-domains/id/subdomains' })),
  })
  showPage('/audit-log/alias')
  await screen.findByText('Domain claimed')
})

test('a page on which nothing is left leads on to the older ones', async () => {
  answer({
    [route]: ({ query }) =>
      query['cursor'] === undefined
        ? withNext(page(), '/api/v1/audit-logs?limit=50&cursor=next')
        : ok(page(entry)),
  })
  const { user } = showPage('/audit-log/alias')
  await screen.findByText(/Nothing here/)
  await user.click(screen.getByRole('button', { name: 'Older' }))
  await screen.findByText('Alias created')
})

test('an entry names its key and what it is about, and leads there', async () => {
  const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
  answer({
    [route]: ok(
      page({
        ...entry,
        action: 'address.delete',
        path: `/api/v1/addresses/${id}`,
        statusCode: 404,
        keyId: 'key',
      }),
    ),
    'GET /alias/api/v1/addresses': ok({
      data: { addresses: [address({ id, alias: 'The shop' })], total: 1, limit: 100, offset: 0 },
    }),
  })
  showPage('/audit-log/alias')
  const row = within(await screen.findByRole('row', { name: /Alias deleted/ }))
  await row.findByText('key Nightly reports')
  row.getByText('refused with 404')
  const link = await row.findByRole('link', { name: 'The shop' })
  expect(link.getAttribute('href')).toBe(`/mailbox?address=${id}`)
})

test('the filters of the log are in the URL and are asked for', async () => {
  answer({ [route]: ok(page(entry)) })
  const { user, place } = showPage('/audit-log/alias')
  await user.selectOptions(await screen.findByLabelText('Action'), 'Alias')
  await screen.findByRole('option', { name: /Nightly reports/ })
  await user.selectOptions(screen.getByLabelText('API key'), 'key')
  await waitFor(() => expect(place()).toBe('/audit-log/alias?action=address&key=key'))
  await waitFor(() =>
    expect(askedOf(route).at(-1)!.query).toEqual({
      limit: '50',
      action: 'address',
      key_id: 'key',
      person_reads: 'false',
    }),
  )
})

test('the log of the automation service is narrowed by action and key', async () => {
  const asked = 'GET /automation/api/v1/audit-logs'
  answer({ [asked]: ok([]), 'GET /automation/api-keys': ok([]) })
  showPage('/audit-log/automation?action=automation.updated&key=key')
  await screen.findByText('No entries found')
  expect(askedOf(asked)[0]!.query).toEqual({ limit: '50', action: 'automation.updated', keyId: 'key' })
})
