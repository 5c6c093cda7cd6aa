import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { at, automation } from '../testing/samples.ts'
import { answer, askedOf, ok, pending, refusal, silent } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const list = 'GET /automation/api/v1/automations'
const trigger = 'POST /automation/api/v1/automations/:id/trigger'

test('an account without automations sees both ways to create one', async () => {
  answer({ [list]: ok([]) })
  showPage('/automations')
  await screen.findByRole('heading', { name: 'Create your first automation' })
  expect(screen.getAllByRole('link', { name: 'Import a recording' })).toHaveLength(2)
})

test('automations that cannot be loaded are not shown as an empty list, and can be loaded again', async () => {
  answer({ [list]: silent })
  const { user } = showPage('/automations')
  await screen.findByText('The service did not answer')
  answer({ [list]: ok([automation()]) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Read the price' })
})

test('a draft is marked and cannot be run from the list', async () => {
  answer({ [list]: ok([automation({ isDraft: true })]) })
  showPage('/automations')
  await screen.findByText('draft')
  expect(screen.queryByRole('button', { name: 'Run Read the price' })).toBeNull()
})

test('an accepted run opens its page at once', async () => {
  answer({
    [list]: ok([automation()]),
    [trigger]: ok({ executionId: 'run', status: 'pending', startsAt: '2026-03-02T09:30:00.000Z' }),
    'GET /automation/api/v1/executions/:id': pending,
  })
  const { user, place } = showPage('/automations')
  await user.click(await screen.findByRole('button', { name: 'Run Read the price' }))
  await waitFor(() => expect(place()).toMatch(/^\/runs\/run/))
})

test('while an automation runs, its run is offered and not another one', async () => {
  const lastRun = { id: 'run', isStopped: false, error: null, createdAt: at, completedAt: null }
  answer({ [list]: ok([automation({ lastRun: { ...lastRun, status: 'running' } })]) })
  showPage('/automations')
  const link = await screen.findByRole('link', { name: 'View the run of Read the price' })
  expect(link.getAttribute('href')).toBe('/runs/run')
  expect(screen.queryByRole('button', { name: 'Run Read the price' })).toBeNull()
})

test('a run that is refused says why', async () => {
  answer({
    [list]: ok([automation()]),
    [trigger]: refusal(409, { statusCode: 409, message: 'Automation is already running', error: 'Conflict' }),
    'GET /automation/api/v1/sessions': ok([]),
  })
  const { user } = showPage('/automations')
  await user.click(await screen.findByRole('button', { name: 'Run Read the price' }))
  await screen.findByText('Automation is already running')
})

test('a run with a required value asks for it before the request is sent', async () => {
  const actions = [{ name: 'Open', type: 'navigate' as const, url: 'https://shop.example/${article}' }]
  answer({ [list]: ok([automation({ actions })]), 'GET /automation/api/v1/sessions': ok([]) })
  const { user } = showPage('/automations')
  await user.click(await screen.findByRole('button', { name: 'Run Read the price' }))
  await screen.findByLabelText(/article/)
  expect(askedOf(trigger)).toEqual([])
})

test('each automation shows how its newest run went, and leads to it', async () => {
  const lastRun = { id: 'run', isStopped: false, error: null, createdAt: at, completedAt: at }
  answer({
    [list]: ok([
      automation({
        id: 'a',
        name: 'Fails',
        lastRun: { ...lastRun, status: 'failed', error: 'No such button' },
      }),
      automation({ id: 'b', name: 'Stopped', lastRun: { ...lastRun, status: 'failed', isStopped: true } }),
      automation({ id: 'c', name: 'New', lastRun: null }),
    ]),
  })
  showPage('/automations')
  const failed = await screen.findByRole('link', { name: /^failed/ })
  expect(failed.getAttribute('href')).toBe('/runs/run')
  expect(failed.title).toBe('No such button')
  screen.getByRole('link', { name: /^stopped/ })
  screen.getByText('not run yet')
  expect(askedOf(list)[0]!.query).toEqual({ limit: '20', include: 'lastRun' })
})
