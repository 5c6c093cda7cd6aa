import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account, address, automation } from '../testing/samples.ts'
import { answer, askedOf, ok, withNext } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const lastAsked = (route: string) => askedOf(route).at(-1)!.query

test('the filters of the runs are in the URL and are asked for, and clearing the search keeps the others', async () => {
  answer({ 'GET /automation/api/v1/executions': ok([]) })
  const { user, place } = showPage('/runs?status=failed')
  const form = within(await screen.findByRole('search', { name: 'Runs' }))
  await user.type(form.getByRole('searchbox'), ' shop {Enter}')
  await waitFor(() => expect(place()).toBe('/runs?status=failed&q=shop'))
  await screen.findByText(/none has “shop”/)
  expect(lastAsked('GET /automation/api/v1/executions')).toMatchObject({ status: 'failed', q: 'shop' })
  await user.click(form.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(place()).toBe('/runs?status=failed'))
})

test.each([
  ['/automations', 'Automations', 'GET /automation/api/v1/automations', 'q'],
  ['/pipelines', 'Pipelines', 'GET /automation/api/v1/pipelines', 'q'],
  ['/addresses', 'Aliases', 'GET /alias/api/v1/addresses', 'q'],
  ['/mailbox', 'Emails', 'GET /alias/api/v1/emails', 'q'],
])('%s is searched by its URL', async (path, what, route, parameter) => {
  answer({
    'GET /automation/api/v1/automations': ok([]),
    'GET /automation/api/v1/pipelines': ok([]),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [], total: 0, limit: 1, offset: 0 } }),
    'GET /alias/api/v1/emails': ok({ data: [], total: 0, limit: 1, offset: 0 }),
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/platform-domains': ok({ data: [] }),
    'GET /alias/api/v1/forwarding-addresses': ok({ data: { addresses: [], total: 0, limit: 1, offset: 0 } }),
  })
  const { user, place } = showPage(`${path}?q=shop`)
  await screen.findByText(/ found$/)
  expect(lastAsked(route)[parameter]).toBe('shop')
  const form = within(screen.getByRole('search', { name: what }))
  expect(form.getByRole('searchbox')).toHaveProperty('value', 'shop')
  await user.clear(form.getByRole('searchbox'))
  await user.click(form.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(place()).toBe(path))
})

test('back leads to the page of the list that was left, and the list itself begins with the first', async () => {
  const first = automation({ id: 'first', name: 'The first' })
  const second = automation({ id: 'second', name: 'The second' })
  answer({
    'GET /automation/api/v1/automations': ({ query }) =>
      query['offset'] === '20' ? ok([second]) : withNext([first], '/api/v1/automations?limit=20&offset=20'),
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /alias/api/v1/platform-domains': ok({ data: [] }),
    'GET /alias/api/v1/forwarding-addresses': ok({ data: { addresses: [], total: 0, limit: 1, offset: 0 } }),
    'GET /alias/api/v1/addresses': ok({ data: { addresses: [address()], total: 1, limit: 1, offset: 0 } }),
  })
  const { user, back } = showPage('/automations')
  await user.click(await screen.findByRole('button', { name: 'Older' }))
  await screen.findByText('The second')
  await user.click(screen.getAllByRole('link', { name: 'Aliases' })[0]!)
  await screen.findByRole('heading', { name: 'Aliases' })
  back()
  await screen.findByText('The second')
  await user.click(screen.getAllByRole('link', { name: 'Aliases' })[0]!)
  await screen.findByRole('heading', { name: 'Aliases' })
  await user.click(screen.getAllByRole('link', { name: 'Automations' })[0]!)
  await screen.findByText('The first')
})
