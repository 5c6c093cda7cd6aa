import type { AliasApi } from '@waypost/sdk'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { at } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const held: AliasApi.HeldAccess = {
  id: 'held',
  kind: 'api_key',
  name: 'Nightly reports',
  target: 'jm_live_1f0c',
  createdAt: at,
  heldAt: at,
}

beforeEach(() =>
  answer({ 'GET /automation/held-access': ok([]), 'GET /alias/held-access': ok({ data: [held] }) }),
)

test('a restored item is restored at its service, and leaves the list', async () => {
  answer({ 'POST /alias/held-access/:id/keep': ok({ data: held }) })
  const { user } = showPage('/held-access')
  const keep = await screen.findByRole('button', { name: 'Restore Nightly reports' })
  answer({ 'GET /alias/held-access': ok({ data: [] }) })
  await user.click(keep)
  await screen.findByRole('heading', { name: 'Nothing to review' })
  expect(askedOf('POST /alias/held-access/:id/keep').map(({ path }) => path)).toEqual([
    '/alias/held-access/held/keep',
  ])
})

test('while one service does not answer, the page does not say that there is nothing to review', async () => {
  answer({ 'GET /automation/held-access': silent })
  showPage('/held-access')
  await screen.findByText('The service did not answer')
  expect(screen.queryByText('Nothing to review')).toBeNull()
})
