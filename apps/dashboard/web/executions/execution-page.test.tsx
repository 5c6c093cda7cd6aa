import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { automation, delivery, execution } from '../testing/samples.ts'
import { answer, askedOf, ok } from '../testing/services.ts'
import { showPage } from '../testing/show-page.tsx'

const at = (second: number) => new Date(Date.parse('2026-03-02T09:30:00Z') + second * 1000).toISOString()
const step = (number: number, change: object = {}) => ({
  id: String(number),
  name: `Step ${number}`,
  type: 'click',
  status: 'completed' as const,
  startedAt: at(number - 1),
  durationMs: 1000,
  runs: 1,
  error: null,
  screenshot: `/api/v1/executions/run/steps/${number}/screenshot`,
  problems: [],
  ...change,
})

beforeEach(() =>
  answer({
    'GET /automation/api/v1/executions/:id': ok(
      execution({ steps: [step(1), step(2, { screenshot: null }), step(3), step(4, { durationMs: null })] }),
    ),
    'GET /automation/api/v1/executions/:id/artifacts': ok([]),
    'GET /automation/api/v1/executions/:id/deliveries': ok([]),
    'GET /automation/api/v1/automations/:id': ok(automation()),
  }),
)

const shown = () => document.querySelector('.film-shown img')!.getAttribute('alt')

describe('the page of a run', () => {
  test('shows the screenshot of the step that is chosen, which is then in its URL', async () => {
    const { user, place } = showPage('/runs/run')
    await user.click(await screen.findByRole('button', { name: 'Step 1, completed' }))
    expect(shown()).toBe('The page at step 1, Step 1')
    expect(place()).toBe('/runs/run?step=1')
    await user.click(screen.getByRole('button', { name: 'Step 3: Step 3' }))
    expect(screen.getByRole('button', { name: 'Step 3, completed' }).getAttribute('aria-current')).toBe(
      'step',
    )
  })

  test('opens at the step of its URL, with the last screenshot before it', async () => {
    showPage('/runs/run?step=2')
    await screen.findByText('Step 2 has no screenshot: this is the last one before it.')
    expect(shown()).toBe('The page at step 1, Step 1')
  })

  test('enlarges a screenshot', async () => {
    const { user } = showPage('/runs/run')
    await user.click(await screen.findByRole('button', { name: 'Enlarge' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByRole('img', { name: 'The page at step 4, Step 4' })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  })

  test('shows when each step was performed', async () => {
    showPage('/runs/run')
    await screen.findByRole('button', { name: 'Step 1, completed' })
    const bars = [...document.querySelectorAll<HTMLElement>('.step-time > span')]
    expect(bars.map(({ style }) => [style.marginInlineStart, style.width])).toEqual([
      ['0%', '33.3%'],
      ['33.3%', '33.3%'],
      ['66.7%', '33.3%'],
    ])
  })

  test('shows the errors of the page at the step that was performed then', async () => {
    const problems = [{ kind: 'network' as const, text: 'GET https://shop.example/prices: 503' }]
    answer({ 'GET /automation/api/v1/executions/:id': ok(execution({ steps: [step(1, { problems })] })) })
    const { user } = showPage('/runs/run')
    await user.click(await screen.findByText('1 error of the page'))
    screen.getByText('Request: GET https://shop.example/prices: 503')
  })

  test('shows the deliveries about the run with the last answer of each receiver, and their attempts', async () => {
    const received = { ...delivery(), webhookId: 'hook', url: 'https://hooks.example' }
    const called = { ...received, id: 'called', webhookId: null, status: 'delivered' as const, attempts: [] }
    answer({ 'GET /automation/api/v1/executions/:id/deliveries': ok([received, called]) })
    const { user } = showPage('/runs/run')
    await user.click(await screen.findByRole('button', { name: /completed.*failed.*500/ }))
    screen.getByText('out of order', { exact: false })
    const link = screen.getByRole('link', { name: 'the webhook’s page' })
    expect(link.getAttribute('href')).toBe('/webhooks/automation/hook')
    await user.click(screen.getByRole('button', { name: /delivered.*0 attempts/ }))
    expect(screen.getAllByRole('button', { name: 'Resend' })).toHaveLength(1)
  })

  test('runs again with the values and the session of the run, and asks for secret ones', async () => {
    const trigger = 'POST /automation/api/v1/automations/:id/trigger'
    const variables = { city: {}, password: { secret: true }, language: { default: 'en' } }
    answer({
      'GET /automation/api/v1/executions/:id': ok(execution({ inputSessionId: 'kept' })),
      'GET /automation/api/v1/executions/:id/variables': ok({ variables: { city: 'Oslo' } }),
      'GET /automation/api/v1/automations/:id': ok(automation({ variables })),
      'GET /automation/api/v1/sessions': ok([
        { id: 'kept', automationId: 'automation', site: 'portal.example', createdAt: at(0) },
      ]),
      'GET /automation/api/v1/automations/names': ok([{ id: 'automation', name: 'Read the price' }]),
      [trigger]: ok({ executionId: 'next', status: 'pending', startsAt: at(0) }),
    })
    const { user, place } = showPage('/runs/run')
    await user.click(await screen.findByRole('button', { name: 'Run again' }))
    const form = within(await screen.findByRole('dialog'))
    expect((await form.findByLabelText<HTMLInputElement>('city')).value).toBe('Oslo')
    expect((await form.findByLabelText<HTMLSelectElement>('Start with the session of')).value).toBe('kept')
    await user.type(form.getByLabelText('password'), 'again')
    await user.click(form.getByRole('button', { name: 'Run now' }))
    await waitFor(() => expect(place()).toMatch('/runs/next'))
    expect(askedOf(trigger)[0]!.body).toEqual({
      sessionId: 'kept',
      variables: { city: 'Oslo', password: 'again' },
    })
  })
})
