import type { AutomationApi } from '@waypost/sdk'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { automation, execution } from '../testing/samples.ts'
import { answer, askedOf, ok, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const at = '2026-03-02T09:30:00.000Z'
const heals = 'GET /automation/api/v1/automations/automation/heals'
const refuse = 'POST /automation/api/v1/automations/automation/heals/heal/refuse'

const heal = (change: Partial<AutomationApi.Heal> = {}): AutomationApi.Heal => ({
  id: 'heal',
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
  createdAt: at,
  ...change,
})
const event: AutomationApi.Execution['selfHealEvents'][number] = {
  actionName: 'Go',
  outcome: 'succeeded',
  oldSelector: '#go',
  newSelector: 'aria/Find books',
  score: 0.8,
  margin: 0.3,
  persisted: false,
  message: 'Found again: renamed, between the same texts.',
  at,
}

beforeEach(() =>
  answer({
    'GET /automation/api/v1/executions/execution': ok(
      execution({ automationId: 'automation', selfHealEvents: [event] }),
    ),
    'GET /automation/api/v1/executions/execution/events': silent,
    'GET /automation/api/v1/executions/execution/artifacts': ok([]),
    'GET /automation/api/v1/executions/execution/deliveries': ok([]),
    'GET /automation/api/v1/automations/automation': ok(automation()),
    [heals]: ok([heal()]),
  }),
)

test('a heal is shown with both pictures and what the two elements have in common', async () => {
  showPage('/runs/execution')
  await screen.findByText('The two have in common: the same place, the same form.')
  const [before, now] = [screen.getByAltText(/last succeeded/), screen.getByAltText(/was found for/)]
  expect(before.getAttribute('src')).toBe(
    '/automation/api/v1/automations/automation/heals/heal/pictures/before',
  )
  expect(now.getAttribute('src')).toBe('/automation/api/v1/automations/automation/heals/heal/pictures/now')
})

test('a heal of another name is that of its run among several of the step, with both names', async () => {
  const renamed = { ...event, newSelector: '#go', message: 'Renamed: "Go" is called "Find books" now.' }
  const selectors = { newSelectors: ['#go'], message: renamed.message }
  answer({
    'GET /automation/api/v1/executions/execution': ok(
      execution({ automationId: 'automation', selfHealEvents: [renamed] }),
    ),
    [heals]: ok([
      heal({ ...selectors, id: 'later', executionId: 'later', foundName: 'Discover', message: 'Renamed.' }),
      heal(selectors),
    ]),
  })
  const { user } = showPage('/runs/execution')
  await screen.findByText('Called “Go” before, and “Find books” now.')
  expect(screen.queryByText(/Discover/)).toBeNull()
  expect(screen.getAllByText('#go')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/The step keeps its selectors/)).toBeTruthy()
})

test('a heal is refused once it is confirmed', async () => {
  answer({ [refuse]: ok(heal({ decision: 'refused' })) })
  const { user } = showPage('/runs/execution')
  await user.click(await screen.findByRole('button', { name: 'Refuse' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(askedOf(refuse)).toHaveLength(0)
  answer({ [heals]: ok([heal({ decision: 'refused' })]) })
  await user.click(dialog.getByRole('button', { name: 'Refuse' }))
  await screen.findByText('refused')
  expect(askedOf(refuse)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy()
})
