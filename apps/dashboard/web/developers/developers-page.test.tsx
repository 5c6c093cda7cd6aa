import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const baseUrls = 'GET /auth/base-urls'
beforeEach(() =>
  answer({ [baseUrls]: ok({ automation: 'https://runs.example', alias: 'https://mail.example/below' }) }),
)

test('a program finds the base URL of its service, its reference, and the first lines to begin with', async () => {
  const { user } = showPage('/developers/alias')
  const reference = await screen.findByRole('link', { name: 'API reference' })
  expect(reference.getAttribute('href')).toBe('https://mail.example/below/docs')
  expect(screen.getByRole('tabpanel').textContent).toContain(
    'curl https://mail.example/below/api/v1/addresses',
  )
  await user.click(screen.getByRole('tab', { name: 'Python' }))
  expect(screen.getByRole('tabpanel').textContent).toContain(
    'AliasClient(base_url="https://mail.example/below")',
  )
  await user.click(screen.getByRole('tab', { name: 'MCP' }))
  expect(screen.getByRole('tabpanel').textContent).toContain(
    '"WAYPOST_ALIAS_URL": "https://mail.example/below"',
  )
})

test('base URLs that cannot be loaded are not made up', async () => {
  answer({ [baseUrls]: silent })
  showPage('/developers/automation')
  await screen.findByRole('alert')
  expect(screen.queryByRole('link', { name: 'API reference' })).toBeNull()
})
