import type { AutomationApi } from '@waypost/sdk'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/heals'
const accept = 'POST /automation/api/v1/automations/automation/heals/heal/accept'

const heal = (change: Partial<AutomationApi.UndecidedHeal> = {}): AutomationApi.UndecidedHeal => ({
  id: 'heal',
  automationId: 'automation',
  automationName: 'Search the shop',
  executionId: 'execution',
  actionName: 'Go',
  lostName: 'Go',
  foundName: 'Find books',
  message: 'Found again: renamed, between the same texts.',
  evidence: ['the same place', 'the same form'],
  oldSelectors: ['#go'],
  newSelectors: ['aria/Find books'],
  pictures: { before: true, now: true },
  decision: null,
  decidedAt: null,
  createdAt: '2026-03-02T09:30:00.000Z',
  ...change,
})

test('the heals of all automations are listed until they are accepted', async () => {
  answer({ [list]: ok([heal(), heal({ id: 'other', automationName: 'Check the stock', foundName: '' })]) })
  const { user } = showPage('/heals')
  const [, first, second] = await screen.findAllByRole('row')
  expect(within(first!).getByRole('link', { name: 'Search the shop' }).getAttribute('href')).toBe(
    '/automations/automation',
  )
  expect(within(first!).getByText('Find books')).toBeTruthy()
  expect(within(second!).getByText('An element without a name')).toBeTruthy()
  answer({ [list]: ok([]), [accept]: ok(heal({ decision: 'accepted' })) })
  await user.click(within(first!).getByRole('button', { name: 'Accept' }))
  await screen.findByText('Nothing to review')
  expect(askedOf(accept)).toHaveLength(1)
})
