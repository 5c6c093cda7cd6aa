import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { findEntry, findService, navigationGroups } from './navigation-groups.ts'
import { account, webhook } from '../testing/samples.ts'
import { answer, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const menu = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0]!)
const current = () =>
  menu()
    .getAllByRole('link', { current: 'page' })
    .map(({ textContent }) => textContent)

beforeEach(() =>
  answer({
    'GET /automation/webhooks': ok([webhook()]),
    'GET /automation/webhooks/deliveries': ok([]),
    'GET /alias/api/v1/webhooks': ok({ data: [] }),
    'GET /alias/api/v1/webhooks/deliveries': ok({ data: { deliveries: [], total: null } }),
    'GET /alias/api-keys': ok({ data: [] }),
    'GET /alias/api/v1/account': ok({ data: account }),
    'GET /automation/api-keys': ok([]),
  }),
)

test.each([
  ['/webhooks/automation', 'Webhooks'],
  ['/webhooks/automation/deliveries', 'Deliveries'],
])('on %s one entry of the menu is chosen: %s', async (path, label) => {
  showPage(path)
  await screen.findByRole('heading', { level: 1 })
  expect(current()).toEqual([label])
})

test('every page belongs to one entry, also those below it', () => {
  expect(findEntry('/record/1')?.label).toBe('Automations')
  expect(findEntry('/pipeline-runs/1')?.label).toBe('Pipelines')
  expect(findEntry('/account/security')?.label).toBe('Settings')
  expect(findEntry('/')?.label).toBe('Overview')
  expect(findEntry('/accounting')).toBeUndefined()
  expect(findService('/runs/1')).toBe('automation')
  expect(findService('/webhooks/alias/1')).toBe('alias')
  expect(findService('/account')).toBeUndefined()
  expect(navigationGroups.flatMap(({ entries }) => entries).every(({ icon }) => Boolean(icon))).toBe(true)
})

test('a page that both services have opens for the one whose pages were shown last, and switches to the other', async () => {
  const { user, place } = showPage('/webhooks/alias')
  await screen.findByRole('heading', { name: 'Alias webhooks' })
  await user.click(menu().getByRole('link', { name: 'API keys' }))
  await screen.findByRole('heading', { name: 'Alias API keys' })
  const tabs = within(screen.getByRole('navigation', { name: 'Service' }))
  await user.click(tabs.getByRole('link', { name: 'Automation' }))
  await screen.findByRole('heading', { name: 'Automation API keys' })
  expect(place()).toBe('/keys/automation')
})

test('a page that does not exist is said so within the app', async () => {
  showPage('/nowhere/at/all')
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
  expect(menu().getByRole('link', { name: 'Overview' })).toBeDefined()
})

test('a service that does not exist is said so within the app', async () => {
  showPage('/keys/nothing')
  await screen.findByRole('heading', { level: 1, name: 'Page not found' })
  expect(menu().getByRole('link', { name: 'Overview' })).toBeDefined()
})
